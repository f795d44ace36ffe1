import { parseJson } from "./json-parse.ts";
import { numberText } from "./number-text.ts";
import { chosenDraft, type FieldState, UNSET } from "./state.ts";

/** Writes a state as JSON, unset members left out; `indent` is a number of spaces, 0 for one line. */
export function printJson(state: FieldState, indent = 0): string {
  return print(state, { indent, depth: 0 }) ?? "null";
}

/** The state in which hand-written JSON is read, and the chosen variant taken: what will be sent. */
export function settled(state: FieldState): FieldState {
  if (state.is === "choice") return settled(chosenDraft(state));
  if (state.is !== "raw") return state;
  const known = readings.get(state);
  if (known) return known;
  const parsed = parseJson(state.text);
  const read: FieldState = parsed.ok ? parsed.state : state.text.trim() === "" ? UNSET : state;
  readings.set(state, read);
  return read;
}

const readings = new WeakMap<FieldState, FieldState>();

function print(state: FieldState, at: { indent: number; depth: number }): string | undefined {
  const value = settled(state);
  switch (value.is) {
    case "unset":
      return undefined;
    case "null":
      return "null";
    case "boolean":
      return String(value.value);
    case "number":
      return numberText(value.text) ?? JSON.stringify(value.text);
    case "text":
      return value.text.length > LONG ? longText(value) : JSON.stringify(value.text);
    case "raw":
      return JSON.stringify(value.text);
    case "list":
      return bracket(
        "[]",
        value.items.map((item) => print(item.state, deeper(at))),
        at,
      );
    case "object":
      return bracket(
        "{}",
        [...value.members].map(([name, member]) => printMember(name, print(member, deeper(at)), at)),
        at,
      );
    case "choice":
      return undefined;
  }
}

const LONG = 10_000;
const printed = new WeakMap<FieldState, string>();

/** The content of a file is printed once, not at each key that is pressed in another field. */
function longText(state: Extract<FieldState, { is: "text" }>): string {
  const known = printed.get(state) ?? JSON.stringify(state.text);
  printed.set(state, known);
  return known;
}

function printMember(name: string, text: string | undefined, { indent }: { indent: number }): string | undefined {
  return text === undefined ? undefined : `${JSON.stringify(name)}:${indent > 0 ? " " : ""}${text}`;
}

function deeper(at: { indent: number; depth: number }) {
  return { ...at, depth: at.depth + 1 };
}

function bracket(pair: "[]" | "{}", parts: (string | undefined)[], at: { indent: number; depth: number }): string {
  const lines = parts.filter((part) => part !== undefined);
  if (at.indent === 0 || lines.length === 0) return pair.charAt(0) + lines.join(",") + pair.charAt(1);
  const margin = `\n${" ".repeat(at.indent * (at.depth + 1))}`;
  return `${pair.charAt(0)}${margin}${lines.join(`,${margin}`)}\n${" ".repeat(at.indent * at.depth)}${pair.charAt(1)}`;
}
