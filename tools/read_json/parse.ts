import { Problem } from "../confined/problem.ts";

export type JsonFormat = "json" | "json-lines";

/** Parses JSON, or one JSON value a line; numbers that a double would change are kept as they are written. */
export function parseJson(text: string, name: string): { format: JsonFormat; value: unknown } {
  const lines = text.split(/\r?\n/);
  const filled = lines.filter((line) => line.trim() !== "");
  const ofLines = /\.(jsonl|ndjson)$/i.test(name) || (filled.length > 1 && isJson(filled[0]) && isJson(filled[1]));
  if (!ofLines) return { format: "json", value: parseExactly(text, `"${name}"`) };
  const values = lines.flatMap((line, index) =>
    line.trim() === "" ? [] : [parseExactly(line, `Line ${index + 1} of "${name}"`)],
  );
  return { format: "json-lines", value: values };
}

/** Whether a parsed value is a number that was kept as it is written. */
export function isKeptNumber(value: unknown): boolean {
  return isRawJSON(value);
}

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;
// TypeScript's library does not know these two yet; Node has had them since 22.
const parseWithSource = JSON.parse as (text: string, reviver: Reviver) => unknown;
const { rawJSON, isRawJSON } = JSON as unknown as {
  rawJSON(source: string): unknown;
  isRawJSON(value: unknown): boolean;
};

function parseExactly(text: string, what: string): unknown {
  try {
    return parseWithSource(text, (_key, value, { source }) =>
      typeof value === "number" && source !== undefined && source !== String(value) ? rawJSON(source) : value,
    );
  } catch (thrown) {
    if (thrown instanceof SyntaxError) throw new Problem(`${what} cannot be parsed as JSON: ${thrown.message}.`);
    if (thrown instanceof RangeError) throw new Problem(`${what} is nested too deeply to be read.`);
    throw thrown;
  }
}

function isJson(line: string | undefined): boolean {
  try {
    JSON.parse(line ?? "");
    return true;
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return false;
    throw thrown;
  }
}
