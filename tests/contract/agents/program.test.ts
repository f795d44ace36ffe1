import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadCast } from "#lib/agents/cast.ts";
import { pinTools } from "#lib/agents/pins.ts";
import { describeCast } from "#lib/agents/program/describe-cast.ts";
import { programOf } from "#lib/agents/program/program.ts";
import type { AgentFile } from "#lib/agents/schema.ts";
import { withDatabase } from "#tests/support/database.ts";
import { withModelServer } from "#tests/support/model-server/with-model-server.ts";
import { createTeam } from "#tests/support/team.ts";
import { normalise } from "./conformance.ts";
import { agentOf, converse, type Member, say, withTools } from "./fixture.ts";

const run = promisify(execFile);

withDatabase();
const server = withModelServer();
const tool = withTools();
let member: Member;
let folder: string;
beforeAll(async () => {
  member = await createTeam("Programs");
  folder = await mkdtemp(path.join(os.tmpdir(), "program-"));
  await symlink(path.resolve("node_modules"), path.join(folder, "node_modules"));
  await writeFile(path.join(folder, "package.json"), '{"type":"module"}');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function programFor(file: AgentFile): Promise<string> {
  const around = { signal: new AbortController().signal, onLog: () => undefined };
  const cast = await loadCast(member, { file, pins: await pinTools(member, file) }, around);
  return programOf(describeCast(file, cast), file);
}

const MOST: Record<string, unknown> = {
  name: "desk",
  description: "Greets",
  instructions: `You are {{agent.name}}; \`quote\`, \${not} an expression, {{other}}.`,
  settings: { temperature: 0.5, parallelToolCalls: false, maxOutputTokens: 500, toolChoice: "auto", verbosity: "low" },
  handoffs: [
    { agent: "환불 담당", toolDescriptionOverride: "Money back.", inputFilter: { type: "withoutTools" } },
    {
      agent: "clerk",
      toolNameOverride: "to_clerk",
      inputType: { type: "object", properties: { reason: { type: "string" } }, required: ["reason"] },
    },
  ],
  handoffPrompt: "en",
  guardrails: [{ name: "No\nkeys", on: "output", check: { type: "secrets" } }],
  output: {
    type: "object",
    properties: { answer: { type: "string" } },
    required: ["answer"],
    additionalProperties: false,
  },
};

test("a program asks a model for the same as the agent does, and its types are right", {
  timeout: 120_000,
}, async () => {
  const { model } = agentOf(server);
  const file = agentOf(server, {
    ...MOST,
    tools: [{ tool: tool("echo"), approval: "always" }],
    agents: [
      { name: "환불 담당", model, handoffs: ["desk"], instructions: "{{data.plan}} on {{date}}" },
      { name: "clerk", model },
    ],
  });
  const text = await programFor(file);
  const program = path.join(folder, "program.ts");
  await writeFile(program, text);
  expect(text).toContain("// Guardrail");
  expect(text).toContain('read(context, "data.plan")');

  const options = [
    "--noEmit",
    "--ignoreConfig",
    "--strict",
    "--skipLibCheck",
    "--module",
    "nodenext",
    "--target",
    "es2024",
    "--types",
    "node",
  ];
  await run(process.execPath, [path.resolve("node_modules/typescript/bin/tsc"), ...options, program]).catch(
    ({ stdout }: { stdout: string }) => expect.fail(stdout),
  );

  server.play([[say('{"answer":"hi"}')]]);
  await converse(member, file, "go");
  const own = server.requests[0]?.body ?? {};
  server.play([[say('{"answer":"hi"}')]]);
  const env = {
    ...process.env,
    OPENAI_BASE_URL: server.url,
    OPENAI_API_KEY: "none",
    OPENAI_AGENTS_DISABLE_TRACING: "1",
  };
  await run(process.execPath, [program, "go"], { env });
  const theirs = server.requests[0]?.body ?? {};
  expect(normalise(theirs)).toEqual(normalise(own));
  expect(theirs.instructions).toBe(own.instructions);
  expect(theirs.tools).toEqual(own.tools);
});
