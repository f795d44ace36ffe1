import { variantIndex } from "./detect.ts";
import { fieldOf, itemSchema, memberSchema } from "./field.ts";
import { type Issue, issue } from "./issue.ts";
import { settled } from "./json-print.ts";
import { pointerTo } from "./pointer.ts";
import { chosenDraft, type FieldState } from "./state.ts";

type Place = { schema: unknown; path: string };

/** Entries that were added by hand and have no value yet: unlike a declared member that is blank, they were meant. */
export function blankEntries(root: unknown, state: FieldState, { schema, path }: Place): Issue[] {
  const { kind, schema: resolved } = fieldOf(root, schema);
  const value = chosenDraft(state);
  if (kind.is === "union") {
    const variant = kind.variants[variantIndex(root, kind.variants, state) ?? -1];
    return variant ? blankEntries(root, value, { schema: variant.schema, path }) : [];
  }
  if (value.is === "list" && (kind.is === "list" || kind.is === "tuple")) {
    return value.items.flatMap((item, index) =>
      blankEntries(root, item.state, { schema: itemSchema(kind, index), path: pointerTo(path, index) }),
    );
  }
  if (value.is !== "object" || (kind.is !== "object" && kind.is !== "map")) return [];
  const declared = new Set(kind.is === "object" ? kind.properties.map(({ name }) => name) : []);
  return [...value.members].flatMap(([name, member]) => {
    const here = pointerTo(path, name);
    if (settled(member).is !== "unset")
      return blankEntries(root, member, { schema: memberSchema(resolved, name), path: here });
    return declared.has(name) ? [] : [issue(here, "required")];
  });
}
