import { printExact } from "#lib/core/exact/schema.ts";

/** What one field holds. `unset` is not sent at all; `kept` is what was typed before a switch to null or "not sent". */
export type FieldState =
  | { is: "unset"; kept?: FieldState }
  | { is: "null"; kept?: FieldState }
  | { is: "text"; text: string }
  | { is: "number"; text: string }
  | { is: "boolean"; value: boolean }
  | { is: "list"; items: readonly ListItem[] }
  | { is: "object"; members: ReadonlyMap<string, FieldState> }
  | { is: "raw"; text: string }
  | { is: "choice"; chosen: number; drafts: ReadonlyMap<number, FieldState> };

export type ObjectState = Extract<FieldState, { is: "object" }>;
export type ListState = Extract<FieldState, { is: "list" }>;

/** `id` stays with an item while others are added, removed and moved. */
export type ListItem = { id: number; state: FieldState };

export const UNSET: FieldState = { is: "unset" };
export const NULL: FieldState = { is: "null" };
export const EMPTY_OBJECT: ObjectState = { is: "object", members: new Map() };

function listOf(states: readonly FieldState[]): FieldState {
  return { is: "list", items: states.map((state, id) => ({ id, state })) };
}

/** The state of a value that a schema holds: a default, a const, a choice. */
export function fromValue(value: unknown): FieldState {
  if (value === undefined) return UNSET;
  if (typeof value === "string") return { is: "text", text: value };
  if (typeof value === "number" || typeof value === "bigint") return { is: "number", text: printExact(value) };
  if (typeof value === "boolean") return { is: "boolean", value };
  if (Array.isArray(value)) return listOf(value.map(fromValue));
  if (value === null || typeof value !== "object") return NULL;
  return { is: "object", members: new Map(Object.entries(value).map(([name, member]) => [name, fromValue(member)])) };
}

/** What is drawn and sent for a union: the draft of the chosen variant. */
export function chosenDraft(state: FieldState): FieldState {
  return state.is === "choice" ? chosenDraft(state.drafts.get(state.chosen) ?? UNSET) : state;
}

/** A new state in which the field at `path` (names and list positions) is replaced; everything beside it stays the same object. */
export function replaceAt(
  state: FieldState,
  path: readonly string[],
  replace: (state: FieldState) => FieldState,
): FieldState {
  const [step, ...rest] = path;
  if (step === undefined) return replace(state);
  switch (state.is) {
    case "choice": {
      const draft = state.drafts.get(state.chosen) ?? UNSET;
      return { ...state, drafts: new Map(state.drafts).set(state.chosen, replaceAt(draft, path, replace)) };
    }
    case "object": {
      const members = new Map(state.members);
      members.set(step, replaceAt(members.get(step) ?? UNSET, rest, replace));
      return { ...state, members };
    }
    case "list": {
      const items = state.items.map((item, index) =>
        String(index) === step ? { ...item, state: replaceAt(item.state, rest, replace) } : item,
      );
      return { ...state, items };
    }
    default:
      return state;
  }
}

/** An object or list without one member or item. */
export function without(state: FieldState, step: string): FieldState {
  if (state.is === "list") return { is: "list", items: state.items.filter((_, index) => String(index) !== step) };
  if (state.is !== "object") return state;
  return { is: "object", members: new Map([...state.members].filter(([name]) => name !== step)) };
}

/** A list with one item at another place; the list itself when there is no such place. */
export function moved(state: FieldState, { from, to }: { from: number; to: number }): FieldState {
  if (state.is !== "list") return state;
  const item = state.items[from];
  if (!item || to < 0 || to >= state.items.length) return state;
  return { is: "list", items: state.items.toSpliced(from, 1).toSpliced(to, 0, item) };
}

/** A state seen as the draft of one variant of a union. */
export function asChoice(state: FieldState, chosen: number): Extract<FieldState, { is: "choice" }> {
  if (state.is === "choice" && state.chosen === chosen) return state;
  return { is: "choice", chosen, drafts: new Map([[chosen, state]]) };
}

/** The field at `path`, or unset. */
export function stateAt(state: FieldState, path: readonly string[]): FieldState {
  const [step, ...rest] = path;
  const here = chosenDraft(state);
  if (step === undefined) return state;
  if (here.is === "object") return stateAt(here.members.get(step) ?? UNSET, rest);
  if (here.is === "list") return stateAt(here.items[Number(step)]?.state ?? UNSET, rest);
  return UNSET;
}
