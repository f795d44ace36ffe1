import { settled } from "./json-print.ts";
import { compareNumbers, numberText } from "./number-text.ts";
import type { FieldState } from "./state.ts";

/** Whether two states are the same JSON value: 1 and 1.0 are, and the order of names does not matter. */
export function same(left: FieldState, right: FieldState): boolean {
  const [a, b] = [settled(left), settled(right)];
  if (a.is === "number" && b.is === "number") return sameNumber(a.text, b.text);
  if ((a.is === "text" && b.is === "text") || (a.is === "raw" && b.is === "raw")) return a.text === b.text;
  if (a.is === "boolean" && b.is === "boolean") return a.value === b.value;
  if (a.is === "list" && b.is === "list") {
    return (
      a.items.length === b.items.length && a.items.every((item, index) => sameAt(item.state, b.items[index]?.state))
    );
  }
  if (a.is === "object" && b.is === "object") {
    const names = [...new Set([...a.members.keys(), ...b.members.keys()])];
    return names.every((name) => sameAt(a.members.get(name), b.members.get(name)));
  }
  return a.is === b.is;
}

function sameAt(left: FieldState = { is: "unset" }, right: FieldState = { is: "unset" }): boolean {
  return same(left, right);
}

function sameNumber(left: string, right: string): boolean {
  const [a, b] = [numberText(left), numberText(right)];
  return a !== null && b !== null ? compareNumbers(a, b) === 0 : left === right;
}
