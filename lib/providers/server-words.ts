import { ModelFailure } from "./model.ts";

type Words = { words: string; code: string };

/** What a server says of an error, in quotes and shortened, and its code or kind; each empty where it says nothing that can be read. */
export function wordsOf(text: string): Words {
  if (/^\s*</.test(text)) return { words: "a web page", code: "" };
  try {
    return wordsOfError(JSON.parse(text));
  } catch {
    // No JSON: the text is what it says.
    return { words: quoted(text), code: "" };
  }
}

/** The same for an error object, in whichever of the forms that servers use. */
function wordsOfError(body: unknown): Words {
  const outer = fieldsOf(body);
  const error = fieldsOf(outer.error);
  const said = [error.message, outer.error, outer.message, outer.detail, body].find(isWritten);
  const code = [error.code, error.type, outer.code, outer.type].filter((each) => each !== undefined && each !== null);
  return { words: said === undefined ? "" : quoted(said), code: code.join(" ") };
}

/** The failure of an error that a server told of inside an answer that had begun well. */
export function toldFailure(address: string, error: unknown): ModelFailure {
  const { words, code } = wordsOfError(error);
  const status = Number(/\b[45]\d\d\b/.exec(code)?.[0]);
  const name = code === "" || code === "error" ? "" : ` (${code.split(" ").at(0)})`;
  return new ModelFailure(`${address} could not finish its answer: ${words || "it did not say why"}${name}.`, {
    again: (AGAIN.test(code) || isAgainStatus(status)) && !/insufficient_quota/.test(code),
  });
}

/** Whether a status is one that asking again may change. */
export function isAgainStatus(status: number): boolean {
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

const AGAIN = /server_?error|internal|rate_?limit|overloaded|unavailable|time_?out/i;
const LONGEST = 500;

function isWritten(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

function quoted(text: string): string {
  const line = text.replace(/\s+/g, " ").trim().replace(/\.$/, "");
  const cut = line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
  return cut && `"${cut}"`;
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
