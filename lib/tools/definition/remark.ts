/** Something at a place of the parameters, as a code and what its words need. `path` is like `filters[].value`; "" is the whole. */
export type Remark = { path: string; code: RemarkCode; params: Params };
type Params = Readonly<Record<string, string | number>>;

/** The second half of an English sentence that begins with the place; the interface has its own words for each code. */
export function remarkText({ code, params }: Remark): string {
  return TEXTS[code].replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
}

export function remark(path: string, code: RemarkCode, params: Params = {}): Remark {
  return { path, code, params };
}

export type RemarkCode = keyof typeof TEXTS;

const TEXTS = {
  any_value: "takes any value",
  no_value: "takes no value at all",
  unfit: "combines schemas that do not fit into one",
  more_keys: "takes more keys than it declares",
  any_keys: "takes keys of any name",
  any_items: "is a list of anything",
  undeclared: "requires {name}, which it does not declare",
  compound_choices: "chooses among objects or lists",
  ways: "can be given in {count} ways ({keyword})",
  positions: "has a schema for each position",
  keyword: "has {keyword}",
  top_keyword: "has {keyword} at the top level",
  format: "has the format {format}",
  looks_around: "has a pattern that looks ahead or behind",
  refers_back: "has a pattern that refers back to a group",
  unknown_pattern: "has a pattern that not every engine knows",
  wrapped: "is sent as the parameter {name}",
  not_schema: "is {value} where a schema belongs",
  many_parts: "has more than {most} parts once its references are followed",
  too_deep: "is nested too deeply to be read",
  deep: "is nested more than {levels} levels deep",
  bad_keyword: "has {keyword}: {value}, which is not JSON Schema",
  no_target: "refers to {target}, which is not in the schema",
  loop: "has references that only lead to each other ({name})",
} as const;
