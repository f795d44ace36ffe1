import { type JsonNode, parseJson } from "./json/json-node.ts";
import { findTable } from "./table/json-table.ts";
import type { Table } from "./table/table.ts";

export type ResultForm = "table" | "json" | "markdown" | "text";

/** What a result can be shown as, best first, with what the forms need. */
export type ResultContent = {
  forms: readonly [ResultForm, ...ResultForm[]];
  json: JsonNode | null;
  table: Table | null;
  /** The member of the JSON that the table shows; null for the whole. */
  member: string | null;
};

/** Reads what a result is by its text: JSON, a table in it, Markdown, or just text. */
export function readContent(text: string): ResultContent {
  const json = /^\s*[[{]/.test(text) ? parseJson(text) : null;
  if (!json) {
    const forms: ResultContent["forms"] = isMarkdown(text) ? ["markdown", "text"] : ["text"];
    return { forms, json: null, table: null, member: null };
  }
  const found = findTable(json);
  if (!found) return { forms: ["json", "text"], json, table: null, member: null };
  const forms: ResultContent["forms"] = found.member === null ? ["table", "json", "text"] : ["json", "table", "text"];
  return { forms, json, ...found };
}

const LONGEST_MARKDOWN = 200_000;
/** Looked at for signs; a longer look at hostile text would take long too. */
const LOOKED_AT = 4_000;

/** One strong sign, or two different weak ones: prose with a dash or a star in it stays text. */
export function isMarkdown(text: string): boolean {
  if (text.length > LONGEST_MARKDOWN) return false;
  const head = text.slice(0, LOOKED_AT);
  const strong = /^```/m.test(head) || /^#{1,6} \S.*\n\n/m.test(head) || head.split("\n").some(isTableRule);
  return strong || WEAK_SIGNS.filter((sign) => sign.test(head)).length >= 2;
}

const WEAK_SIGNS = [
  /^#{1,6} \S/m,
  /^ *[-*+] \S.*\n *[-*+] \S/m,
  /^ *1\. \S.*\n *2\. \S/m,
  /\[[^[\]\n]+\]\([^()\s]+\)/,
  /\*\*[^\s*][^\n*]*\*\*/,
  /^> \S/m,
];

function isTableRule(line: string): boolean {
  return line.includes("---") && line.includes("|") && /^[ :|-]+\r?$/.test(line);
}
