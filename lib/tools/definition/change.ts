type ChangeCode =
  | "renamed"
  | "described"
  | "became_strict"
  | "became_loose"
  | "added"
  | "added_required"
  | "removed"
  | "made_required"
  | "made_optional"
  | "type"
  | "choices"
  | "limits"
  | "default"
  | "option_added"
  | "option_removed"
  | "opened"
  | "closed"
  | "rewritten"
  | "details";

/**
 * One thing that a model is told otherwise than before. `path` names the parameter, like `filters[].value`; "" is the tool.
 * `oldCalls` tells whether calls that were right by the old definition are still taken, as far as the schemas can tell.
 */
export type Change = {
  code: ChangeCode;
  path: string;
  oldCalls: "accepted" | "may be refused";
  params: Record<string, string>;
};
