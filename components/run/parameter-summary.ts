import { compactJson, parseJson } from "./json/json-node.ts";

const LONGEST_VALUE = 60;
const LONGEST = 200;

/** A JSON object's members on one line, `a = 7, op = *`; text that is no object as it is, shortened. */
export function summariseParameters(text: string): string {
  const node = parseJson(text);
  if (node?.kind !== "object") return text.slice(0, LONGEST);
  let summary = "";
  for (const { key, value } of node.entries) {
    const shown = value.kind === "string" ? value.value.slice(0, LONGEST_VALUE) : compactJson(value, LONGEST_VALUE);
    summary += `${summary === "" ? "" : ", "}${key} = ${shown.replaceAll(/\s+/g, " ")}`;
    if (summary.length > LONGEST) return `${summary.slice(0, LONGEST)}…`;
  }
  return summary;
}
