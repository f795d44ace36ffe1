import type { FieldState } from "./state.ts";

const SHOWN = 60;
const SHOWN_END = 12;
const LONGEST_VALUE = 4_000;

/** A text as it is shown where all of it would be too much: its beginning and its end. */
export function shortened(text: string): string {
  return `${text.slice(0, SHOWN)}…${text.slice(-SHOWN_END)}`;
}

/** A state with every long text in it shortened, to be looked at and never sent. */
export function shortenedState(state: FieldState): FieldState {
  switch (state.is) {
    case "text":
      return state.text.length > LONGEST_VALUE ? { is: "text", text: shortened(state.text) } : state;
    case "list":
      return { ...state, items: state.items.map((item) => ({ ...item, state: shortenedState(item.state) })) };
    case "object":
      return {
        is: "object",
        members: new Map([...state.members].map(([name, member]) => [name, shortenedState(member)])),
      };
    case "choice":
      return {
        ...state,
        drafts: new Map([...state.drafts].map(([index, draft]) => [index, shortenedState(draft)])),
      };
    default:
      return state;
  }
}
