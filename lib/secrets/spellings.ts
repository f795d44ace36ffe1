/** A trie over UTF-16 units of every way to write one character. */
export interface Atom {
  readonly next: Map<number, Atom>;
  end: boolean;
}

/** One shape a secret may take in text: a row of atoms, and where that row counts. */
export interface Spelling {
  readonly atoms: readonly Atom[];
  readonly where: "anywhere" | "whole word" | "after an ellipsis";
  /** From this atom on, an ellipsis in the text completes the match: messages cut long values short. */
  readonly cutFrom: number;
}

const WHOLE_WORD_BELOW = 4;
const WHOLE_NUMBER_BELOW = 6;
const UNMISTAKABLE = 8;
const CUT_LONGER_THAN = 16;
const LONGEST_TAIL = 64;

/**
 * Every spelling of a secret: as it is, escaped for URLs, JSON, Python, HTML or a shell, in base64 at each of the three
 * alignments, and in hex. Of two or three characters only the bare word counts, of few digits the bare number, and of one
 * character nothing: hiding these would hide the text around them and keep no secret. One that is no mere word also counts in
 * other case, and with its signs made lines as in a file's name.
 */
export function spellingsOf(secret: string): Spelling[] {
  const characters = Array.from(secret);
  if (characters.length < 2) return [];
  const wholeBelow = /^\d+$/.test(secret) ? WHOLE_NUMBER_BELOW : WHOLE_WORD_BELOW;
  if (characters.length < wholeBelow) {
    return [{ atoms: characters.map((character) => atomOf([character])), where: "whole word", cutFrom: Infinity }];
  }
  const isUnmistakable = characters.length >= UNMISTAKABLE && !/^\p{L}+$/u.test(secret);
  const atoms = characters.map(isUnmistakable ? looseAtom : characterAtom);
  const long = atoms.length >= CUT_LONGER_THAN;
  const whole: Spelling = { atoms, where: "anywhere", cutFrom: long ? WHOLE_WORD_BELOW : Infinity };
  const json = JSON.stringify(secret).slice(1, -1);
  const inBase64 = json === secret ? [secret] : [secret, json];
  return [whole, ...(long ? tails(atoms) : []), ...inBase64.flatMap(base64Spellings), hexSpelling(secret)];
}

function tails(atoms: Atom[]): Spelling[] {
  const longest = Math.min(LONGEST_TAIL, atoms.length - 1);
  return Array.from({ length: longest - WHOLE_WORD_BELOW + 1 }, (_, index) => ({
    atoms: atoms.slice(-(WHOLE_WORD_BELOW + index)),
    where: "after an ellipsis",
    cutFrom: Infinity,
  }));
}

function base64Spellings(secret: string): Spelling[] {
  const bytes = Buffer.from(secret);
  return [0, 1, 2].map((lead) => ({ atoms: base64Atoms(bytes, lead), where: "anywhere", cutFrom: Infinity }));
}

/** Base64 of bytes that follow `lead` unknown ones; a character that also holds a neighbour's bits may be any that fits. */
function base64Atoms(bytes: Buffer, lead: number): Atom[] {
  const first = lead * 8;
  const last = first + bytes.length * 8;
  const atoms: Atom[] = [];
  for (let group = Math.floor(first / 6); group * 6 < last; group++) {
    let known = 0;
    let value = 0;
    for (let bit = group * 6; bit < group * 6 + 6; bit++) {
      const inside = bit >= first && bit < last;
      known = known * 2 + (inside ? 1 : 0);
      value = value * 2 + (inside ? bitAt(bytes, bit - first) : 0);
    }
    atoms.push(base64Atom(known, value, atoms.length === 0 ? "first" : "inner"));
  }
  return atoms;
}

function bitAt(bytes: Buffer, index: number): number {
  return ((bytes[index >> 3] ?? 0) >> (7 - (index & 7))) & 1;
}

const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const LINE_BREAKS = ["", "\n", "\r\n", "\\n", "\\r\\n", "\\\\n"];
const base64Cache = new Map<string, Atom>();

function base64Atom(known: number, value: number, place: "first" | "inner"): Atom {
  return cached(base64Cache, `${known} ${value} ${place}`, () => {
    const letters = Array.from(BASE64).filter((_, index) => (index & known) === value);
    const written = letters.flatMap((letter) => {
      if (letter === "+") return ["-", ...waysToWrite("+")];
      return letter === "/" ? ["_", ...waysToWrite("/")] : [letter];
    });
    const breaks = place === "first" ? [""] : LINE_BREAKS;
    return atomOf(breaks.flatMap((lineBreak) => written.map((letter) => lineBreak + letter)));
  });
}

const hexCache = new Map<string, Atom>();

function hexSpelling(secret: string): Spelling {
  const atoms = Array.from(Buffer.from(secret), (byte, index) => {
    const separators = index === 0 ? [""] : ["", ":", " ", "-"];
    return cached(hexCache, `${byte} ${separators.length}`, () => {
      const digits = hexOf(byte, 2);
      return atomOf(separators.flatMap((separator) => [separator + digits, separator + digits.toUpperCase()]));
    });
  });
  return { atoms, where: "anywhere", cutFrom: Infinity };
}

const characterCache = new Map<string, Atom>();
const KEPT_CHARACTERS = 4096;

/** The same atom for the same character, so that secrets that begin alike are looked for together. */
function characterAtom(character: string): Atom {
  if (characterCache.size >= KEPT_CHARACTERS) characterCache.clear();
  return cached(characterCache, character, () => atomOf(waysToWrite(character)));
}

const looseCache = new Map<string, Atom>();

/** A character as people and programs also write it where only letters, digits and lines may stand, or all is in one case. */
function looseAtom(character: string): Atom {
  const others = [character.toLowerCase(), character.toUpperCase()].filter(
    (other) => other.length === character.length,
  );
  const signs = /[^\w.-]/.test(character) && character <= "\x7f" ? ["_", "-"] : [];
  return cached(looseCache, character, () =>
    atomOf([...waysToWrite(character), ...others.flatMap(waysToWrite), ...signs]),
  );
}

function cached(cache: Map<string, Atom>, key: string, make: () => Atom): Atom {
  const atom = cache.get(key) ?? make();
  cache.set(key, atom);
  return atom;
}

function atomOf(strings: readonly string[]): Atom {
  const root: Atom = { next: new Map(), end: false };
  for (const text of strings) {
    let node = root;
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index);
      const child: Atom = node.next.get(unit) ?? { next: new Map(), end: false };
      node.next.set(unit, child);
      node = child;
    }
    node.end = true;
  }
  return root;
}

const LETTER_ESCAPES: Record<string, string[][]> = {
  "\0": [["0"]],
  "\x07": [["a"]],
  "\b": [["b"]],
  "\t": [["t"]],
  "\n": [["n"], ["r", "n"]],
  "\v": [["v"]],
  "\f": [["f"]],
  "\r": [["r"]],
};
const DOUBLED: Record<string, string[]> = {
  " ": ["+", "%2B", "\n", "\r\n"],
  "\n": ["\r\n"],
  "'": ["''", "'\\''", `'"'"'`, "\\'\\'", "'\\\\''", `'\\"'\\"'`, `\\'"\\'"\\'`],
  '"': ['""', '\\"\\"'],
};
const ENTITIES: Record<string, string> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" };

function waysToWrite(character: string): string[] {
  return [
    character,
    ...(DOUBLED[character] ?? []),
    ...percentForms(character),
    ...backslashForms(character),
    ...entityForms(character),
  ];
}

function percentForms(character: string): string[] {
  const lower = Array.from(Buffer.from(character), (byte) => hexOf(byte, 2));
  const upper = lower.map((digits) => digits.toUpperCase());
  return ["%", "%25", "%2525"].flatMap((sign) =>
    [lower, upper].map((hex) => hex.map((digits) => sign + digits).join("")),
  );
}

/** Escaped once, or again inside a JSON text in a JSON text: then each backslash stands two- or fourfold. */
function backslashForms(character: string): string[] {
  const code = character.codePointAt(0) ?? 0;
  const units = Array.from({ length: character.length }, (_, index) => hexOf(character.charCodeAt(index), 4));
  const bytes = Array.from(Buffer.from(character), (byte) => hexOf(byte, 2));
  const numbered = [units.map((unit) => `u${unit}`), bytes.map((byte) => `x${byte}`), [`u{${hexOf(code, 1)}}`]];
  if (code < 0x100) numbered.push([`x${hexOf(code, 2)}`]);
  if (code > 0xffff) numbered.push([`U${hexOf(code, 8)}`]);
  const upper = numbered.map((parts) => parts.map((part) => part.charAt(0) + part.slice(1).toUpperCase()));
  const escapes = [...numbered, ...upper, ...(LETTER_ESCAPES[character] ?? [])];
  const doubled = escapes.flatMap((parts) => [1, 2, 4].map((times) => escaped(parts, times)));
  if (!/[!-/:-@[-`{-~ ]/.test(character)) return doubled;
  return [...doubled, ...[1, 2, 3, 4, 7].map((times) => escaped([character], times))];
}

function escaped(parts: string[], times: number): string {
  return parts.map((part) => "\\".repeat(times) + part).join("");
}

function entityForms(character: string): string[] {
  const code = character.codePointAt(0) ?? 0;
  const hex = hexOf(code, 1);
  const decimal = String(code);
  const bodies = [`#${decimal}`, `#${decimal.padStart(3, "0")}`];
  for (const digits of [hex, hex.toUpperCase()])
    bodies.push(`#x${digits}`, `#X${digits}`, `#x${digits.padStart(4, "0")}`);
  const name = ENTITIES[character];
  if (name) bodies.push(name);
  return bodies.flatMap((body) => [`&${body};`, `&amp;${body};`]);
}

function hexOf(value: number, digits: number): string {
  return value.toString(16).padStart(digits, "0");
}
