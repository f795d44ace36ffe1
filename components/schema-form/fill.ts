import { accepts } from "./check.ts";
import { type Audience, type Field, fieldOf, type Property, propertyField } from "./field.ts";
import { settled } from "./json-print.ts";
import {
  asChoice,
  EMPTY_OBJECT,
  type FieldState,
  fromValue,
  type ListState,
  NULL,
  type ObjectState,
  UNSET,
} from "./state.ts";

/** Whose form is filled: the whole schema, and who fills it in. `open` are the properties of the objects being begun. */
type Filling = { root: unknown; audience: Audience; depth?: number; open?: readonly unknown[] };

/**
 * What a required field holds before anybody touches it: null where null is allowed, the only value there is, its default,
 * "" where empty text is a value, `{}` and `[]`; unset where a person has to choose. An optional field is left alone.
 */
export function initialState(filling: Filling, schema: unknown): FieldState {
  return begin(filling, schema, fieldOf(filling.root, schema));
}

/** The state with every missing required field filled as above, also inside objects and lists that are there already. */
export function filled(filling: Filling, schema: unknown, state: FieldState): FieldState {
  const { kind } = fieldOf(filling.root, schema);
  const value = settled(state);
  const anew = { ...filling, open: [] };
  if (value.is === "object" && kind.is === "object") return fillObject(anew, kind.properties, value);
  if (value.is === "list" && kind.is === "list") return fillList(anew, kind.items, value);
  return state;
}

/** What "Set" puts into a field: the default that the tool would use, else what a required one would begin with. */
export function setState(filling: Filling, schema: unknown): FieldState {
  const { kind, schema: resolved } = fieldOf(filling.root, schema);
  const { default: preset = null, ...bare } = resolved;
  if (preset !== null && kind.is !== "secret") return filled(filling, schema, fromValue(preset));
  const [variant] = kind.is === "union" ? kind.variants : [];
  if (variant) return asChoice(setState(filling, variant.schema), 0);
  const begun = initialState(filling, bare);
  return begun.is === "unset" && (kind.is === "text" || kind.is === "secret") ? { is: "text", text: "" } : begun;
}

const DEEPEST = 12;

function begin(filling: Filling, schema: unknown, { kind, nullable, schema: resolved }: Field): FieldState {
  const { root, depth = 0, open = [] } = filling;
  if (depth > DEEPEST || kind.is === "secret") return UNSET;
  if ("default" in resolved) return fromValue(resolved.default);
  if (nullable) return NULL;
  const below = { ...filling, depth: depth + 1 };
  switch (kind.is) {
    case "const":
      return fromValue(kind.value);
    case "text":
      return emptyText(root, schema);
    case "object":
      // What requires itself can never be whole, and some such schemas would fill the memory.
      if (open.includes(resolved.properties)) return UNSET;
      return fillObject({ ...filling, open: [...open, resolved.properties] }, kind.properties, EMPTY_OBJECT);
    case "tuple":
      return { is: "list", items: kind.items.map((item, id) => ({ id, state: initialState(below, item) })) };
    case "list":
      return EMPTY_LIST;
    case "map":
      return EMPTY_OBJECT;
    case "json":
      return kind.shape === "object" ? EMPTY_OBJECT : kind.shape === "list" ? EMPTY_LIST : UNSET;
    default:
      return UNSET;
  }
}

const EMPTY_LIST: ListState = { is: "list", items: [] };

function fillObject(filling: Filling, properties: readonly Property[], state: ObjectState): FieldState {
  const { root, audience, depth = 0 } = filling;
  const below = { ...filling, depth: depth + 1 };
  const members = new Map(state.members);
  for (const { name, schema, required } of properties) {
    const before = members.get(name) ?? UNSET;
    const isMissing = before.is === "unset" && required;
    const after = isMissing
      ? begin(below, schema, propertyField(root, { name, schema, audience }))
      : filled(below, schema, before);
    if (after !== before) members.set(name, after);
  }
  const isSame =
    members.size === state.members.size && [...members].every(([name, member]) => state.members.get(name) === member);
  return isSame ? state : { is: "object", members };
}

function fillList(filling: Filling, schema: unknown, state: ListState): FieldState {
  const below = { ...filling, depth: (filling.depth ?? 0) + 1 };
  const items = state.items.map((item) => ({ ...item, state: filled(below, schema, item.state) }));
  return items.every((item, index) => item.state === state.items[index]?.state) ? state : { is: "list", items };
}

function emptyText(root: unknown, schema: unknown): FieldState {
  const empty: FieldState = { is: "text", text: "" };
  return accepts(root, schema, empty) ? empty : UNSET;
}
