import { isObject } from "#lib/secrets/schema.ts";

type Given = Record<string, unknown>;

/** One schema object in terms of JSON Schema 2020-12: what drafts 4 to 7 and OpenAPI 3.0 say otherwise is said anew. */
export function modernised(given: Given): Given {
  return withoutChoice(withNull(withDependencies(withBounds(withItems(withReference(given))))));
}

function withReference({ $recursiveRef, $dynamicRef, ...given }: Given): Given {
  const ref = $recursiveRef ?? $dynamicRef;
  return ref === undefined ? given : { ...given, $ref: ref };
}

function withItems({ additionalItems, ...given }: Given): Given {
  if (!Array.isArray(given.items)) return given;
  const { items, ...rest } = given;
  const tuple = items.length > 0 ? { ...rest, prefixItems: items } : rest;
  return additionalItems === undefined ? tuple : { ...tuple, items: additionalItems };
}

function withBounds(given: Given): Given {
  let bounded = given;
  for (const [bound, exclusive] of [
    ["minimum", "exclusiveMinimum"],
    ["maximum", "exclusiveMaximum"],
  ] as const) {
    if (typeof bounded[exclusive] !== "boolean") continue;
    const { [bound]: limit, [exclusive]: excludes, ...rest } = bounded;
    bounded = limit === undefined ? rest : { ...rest, [excludes ? exclusive : bound]: limit };
  }
  return bounded;
}

function withDependencies({ dependencies, ...given }: Given): Given {
  if (!isObject(dependencies)) return given;
  const entries = Object.entries(dependencies);
  const names = entries.filter(([, needs]) => Array.isArray(needs));
  const schemas = entries.filter(([, needs]) => !Array.isArray(needs));
  return {
    ...given,
    ...(names.length > 0 && { dependentRequired: Object.fromEntries(names) }),
    ...(schemas.length > 0 && { dependentSchemas: Object.fromEntries(schemas) }),
  };
}

function withNull({ nullable, ...given }: Given): Given {
  if (nullable !== true) return given;
  if (given.type !== undefined) return { ...given, type: [given.type, "null"].flat() };
  const { description, default: standard, ...rest } = given;
  return {
    ...(description !== undefined && { description }),
    ...(standard !== undefined && { default: standard }),
    anyOf: [rest, { type: "null" }],
  };
}

/** The only alternative of a union is asked for in any case. */
function withoutChoice(given: Given): Given {
  let plain = given;
  for (const keyword of ["anyOf", "oneOf"]) {
    const options = plain[keyword];
    if (!Array.isArray(options) || options.length !== 1) continue;
    const { [keyword]: _, allOf, ...rest } = plain;
    plain = { ...rest, allOf: [...(Array.isArray(allOf) ? allOf : []), ...options] };
  }
  return plain;
}
