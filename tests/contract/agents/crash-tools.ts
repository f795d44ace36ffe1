import { createToolOf } from "#lib/registry/versions.ts";
import { type Member, typescriptFiles } from "../registry/fixture.ts";
import { LEDGER_TOOL, ONCE_TOOL } from "./crash-script.ts";

/** The file in a session's folder in which the tools write down when they begin and end, with their key. */
export const LEDGER = "ledger.log";

const BODY = `const { appendFileSync } = await import("node:fs");
  const key = process.env.IDEMPOTENCY_KEY;
  const write = (word) => appendFileSync("${LEDGER}", word + " " + key + " " + Date.now() + "\\n");
  write("begin");
  await new Promise((resolve) => setTimeout(resolve, args.ms));
  write("end");
  return key;`;

/** Makes the team's tools that keep a ledger. They start for each call: workers live too short to keep anything warm. */
export async function createLedgerTools(member: Member): Promise<void> {
  const files = (rerun: "allow" | "ask") =>
    typescriptFiles(BODY, {
      tool: "ms: z.number()",
      files: { "config.json": JSON.stringify({ runtime: "cold", rerun }) },
    });
  await createToolOf(member, { name: LEDGER_TOOL, files: files("allow") });
  await createToolOf(member, { name: ONCE_TOOL, files: files("ask") });
}

/** A line of a ledger; `at` is in milliseconds since 1970. */
export type LedgerLine = { word: "begin" | "end"; key: string; at: number };

export function readLedger(text: string): LedgerLine[] {
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const [word, key = "", at] = line.split(" ");
      return { word: word === "begin" ? "begin" : "end", key, at: Number(at) };
    });
}
