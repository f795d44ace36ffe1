import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { toBigInts } from "#lib/core/exact/schema.ts";
import { modelView } from "#lib/registry/model-view.ts";
import { getTool } from "#lib/registry/tools.ts";
import { withDatabase } from "#tests/support/database.ts";
import { createTeam } from "#tests/support/team.ts";
import { callToEnd, createTool, pythonFiles } from "./fixture.ts";

withDatabase();
beforeAll(() => {
  process.env.TOOLROOM_ROOT = path.resolve(".");
});

const TOOL = `
kind: Literal[9007199254740993] = 9007199254740993
id: int = Field(9007199254740995, le=9223372036854775807)
`;

test("whole numbers beyond 2^53 keep their digits from a tool's file to its page, its definition and its check", async () => {
  const member = await createTeam("Counters");
  const { id, name } = await createTool(member, pythonFiles("return args.id", { tool: TOOL }));
  const { contract } = await getTool(member, name);
  expect(toBigInts(contract.toolParameters)).toMatchObject({
    properties: {
      kind: { const: 9007199254740993n },
      id: { default: 9007199254740995n, maximum: 9223372036854775807n },
    },
  });
  const { definition, strict } = modelView(name, contract);
  expect(strict).toBe(true);
  expect(definition).toContain('"maximum":9223372036854775807');
  expect(definition).toContain("Default: 9007199254740995.");
  const right = await callToEnd(member, id, { toolParameters: '{"kind":9007199254740993,"id":9223372036854775807}' });
  expect(right.result).toContain("9223372036854775807");
  const wrong = await callToEnd(member, id, { toolParameters: '{"kind":9007199254740992,"id":9223372036854775808}' });
  expect(JSON.stringify(wrong.failed)).toContain("must be 9007199254740993, not 9007199254740992");
});
