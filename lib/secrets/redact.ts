import { AppError } from "#lib/core/errors.ts";
import { closingQuote } from "./json.ts";
import { createScan, type Scan, START } from "./scan.ts";
import { spellingsOf } from "./spellings.ts";

/** Words that fill a field and keep nothing; hiding them would spoil every JSON text. */
const NO_SECRET = /^(?:true|false|null|none|undefined)?$/i;
const MARK = "[redacted]";
const LONGEST_PIECE = 4096;
const OVERLAP = 16;
const SHORTEST_LINE = 8;

export interface Redactor {
  text(value: string): string;
  /** As `text`, and JSON stays JSON when a secret is one of its numbers. */
  result(value: string): string;
  /** Deep over JSON, keys included; a number that is a secret becomes the mark. */
  value<T>(value: T): T;
  /** Redacts JSON text so that it stays JSON, every other character as it was; other text is redacted as text. */
  json(text: string): string;
  /** For text in chunks: the same as `text` of the whole, whatever the cuts; `end` gives what was withheld. */
  stream(): RedactorStream;
}

export interface RedactorStream {
  push(chunk: string): string;
  end(): string;
}

/** What can be looked for in everything that a tool prints while it prints it. */
const MOST_SECRETS = 2_000;
const MOST_CHARACTERS = 256 * 1024;

/**
 * Makes the replacer of these secrets by `[redacted]`, in any spelling that `spellingsOf` knows.
 * Throws `too_large` for more than 2,000 secrets, or more than 256 Ki characters of them.
 */
export function createRedactor(secrets: readonly string[]): Redactor {
  if (secrets.length > MOST_SECRETS || secrets.reduce((sum, { length }) => sum + length, 0) > MOST_CHARACTERS) {
    throw new AppError("too_large", "The parameters hold more secrets than can be hidden: 2,000, or 256 KiB in all.");
  }
  const known = new Set(secrets.flatMap(pieces));
  if (known.size === 0) return NOTHING_TO_HIDE;
  const scan = createScan([...known].flatMap(spellingsOf), MARK);
  const text = (value: string) => scan(START, value, "last").text;
  const value = <T>(root: T): T => redactValue(root, text, known) as T;
  return {
    text,
    value,
    result: (source) => mendJson(source, text(source)),
    json: (source) => redactJson(source, text, known),
    stream: () => createStream(scan),
  };
}

const same = <T>(value: T): T => value;
const NOTHING_TO_HIDE: Redactor = {
  text: same,
  result: same,
  value: same,
  json: same,
  stream: () => ({ push: same, end: () => "" }),
};

function createStream(scan: Scan): RedactorStream {
  let state = START;
  const advance = (chunk: string, stage: "more" | "last") => {
    const step = scan(state, chunk, stage);
    state = step.state;
    return step.text;
  };
  return { push: (chunk) => advance(chunk, "more"), end: () => advance("", "last") };
}

/** The secret and the parts of it that must not be seen alone: its lines, its trimmed self, its other Unicode form. */
function pieces(secret: string): string[] {
  const lines = secret
    .split(/\r?\n/)
    .filter((line) => line.trim().length >= SHORTEST_LINE && !/^-----(BEGIN|END) /.test(line));
  const forms = [
    secret,
    secret.trim(),
    secret.normalize("NFC"),
    secret.normalize("NFD"),
    ...lines.map((line) => line.trim()),
  ];
  return forms.filter((form) => !NO_SECRET.test(form)).flatMap(cutLong);
}

/** Parts of a very long secret, so that a stream never withholds more than one; they overlap, so that they make one mark. */
function cutLong(text: string): string[] {
  if (text.length <= LONGEST_PIECE) return [text];
  const count = Math.ceil((text.length - OVERLAP) / (LONGEST_PIECE - OVERLAP));
  const starts = Array.from({ length: count }, (_, index) => index * (LONGEST_PIECE - OVERLAP));
  return starts.map((start) => text.slice(start, start + LONGEST_PIECE));
}

function redactValue(value: unknown, text: (value: string) => string, known: ReadonlySet<string>): unknown {
  if (typeof value === "string") return text(value);
  const isNumber = typeof value === "number" || typeof value === "bigint";
  if (isNumber) return isSecretNumber(String(value), known) ? MARK : value;
  if (Array.isArray(value)) return value.map((item) => redactValue(item, text, known));
  if (typeof value !== "object" || value === null) return value;
  const taken = new Set<string>();
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      let name = text(key);
      while (taken.has(name)) name += "′";
      taken.add(name);
      return [name, redactValue(item, text, known)];
    }),
  );
}

function isSecretNumber(digits: string, known: ReadonlySet<string>): boolean {
  return digits.length > 1 && known.has(digits);
}

function redactJson(source: string, text: (value: string) => string, known: ReadonlySet<string>): string {
  if (!isJson(source)) return text(source);
  const numbers = (between: string) =>
    between.replace(/-?\d[\d.eE+-]*/g, (digits) => (isSecretNumber(digits, known) ? `"${MARK}"` : digits));
  let out = "";
  let at = 0;
  for (let open = source.indexOf('"'); open !== -1; open = source.indexOf('"', at)) {
    const close = closingQuote(source, open) + 1;
    out += numbers(source.slice(at, open)) + redactString(source.slice(open, close), text);
    at = close;
  }
  return out + numbers(source.slice(at));
}

/** Puts marks that stand in place of a number into quotes. */
function mendJson(source: string, redacted: string): string {
  if (source === redacted || !isJson(source) || isJson(redacted)) return redacted;
  const mended = redacted.replace(/(?<=[:[,]\s*)\[redacted\](?=\s*[,\]}])/g, `"${MARK}"`);
  return isJson(mended) ? mended : redacted;
}

function redactString(token: string, text: (value: string) => string): string {
  const plain = JSON.parse(token) as string;
  const redacted = text(plain);
  return redacted === plain ? token : JSON.stringify(redacted);
}

function isJson(source: string): boolean {
  try {
    JSON.parse(source);
    return true;
  } catch {
    // Broken JSON is redacted as plain text.
    return false;
  }
}
