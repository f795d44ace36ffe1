import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";

/** Where real schemas and reported faults lie, read from there and never copied. */
export const CASES = path.resolve("../shared/cases");

export const hasCases = existsSync(CASES);

const PROGRAM = `
import json, sys
sys.path.insert(0, sys.argv[1])
from strict_rules import check, verdict
found = [check(schema)[0] for schema in json.load(sys.stdin)]
print(json.dumps([{"verdict": verdict(each), "refused": [" ".join(map(str, v.values())) for v in each if not v["rule"].startswith("W-")]} for each in found]))
`;

type Judgement = { verdict: string; refused: string[] };

/** What the written-down rules of strict mode say of each schema. */
export function judgeStrictly(schemas: readonly unknown[]): Judgement[] {
  const { stdout, stderr, status } = spawnSync("python3", ["-c", PROGRAM, CASES], {
    input: JSON.stringify(schemas),
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Judgement[];
}
