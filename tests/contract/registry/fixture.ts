import { zipSync } from "fflate";
import { startCall } from "#lib/registry/calls.ts";
import { createToolOf } from "#lib/registry/versions.ts";
import { follow } from "#lib/runs/log.ts";
import type { Event } from "#lib/runs/schema.ts";
import { pythonSource } from "../tools/fixture.ts";

export type Member = { id: string; teamId: string };
type Call = { toolParameters?: object | string; userParameters?: object | string; configurationId?: string };
type Parts = { user?: string; tool?: string; head?: string; files?: Record<string, string> };

/** Files as an upload brings them. */
export function toFiles(files: Record<string, string | Uint8Array>): { path: string; content: Uint8Array }[] {
  return Object.entries(files).map(([path, content]) => ({ path, content: Buffer.from(content) }));
}

/** A Python tool around the body of its `run_tool(config, args)`. */
export function pythonFiles(body: string, parts: Parts = {}) {
  return toFiles({ "tool.py": pythonSource(body, parts), ...parts.files });
}

/** A TypeScript tool around the body of its `runTool(config, args)`. */
export function typescriptFiles(body: string, { user = "", tool = "", head = "", files = {} }: Parts = {}) {
  const source = `/** A tool made for a test. */
import { z } from "zod";
${head}
export const UserParameters = z.object({ ${user} });
export const ToolParameters = z.object({ ${tool} });
export const OUTPUT_KEY = "tool_output";
export async function runTool(config: z.infer<typeof UserParameters>, args: z.infer<typeof ToolParameters>): Promise<unknown> {
  ${body}
}
`;
  return toFiles({ "tool.ts": source, ...files });
}

/** The body of a TypeScript tool that says "waiting" and goes on when somebody puts a file named `go` into its folder. */
export const WAITING_BODY = `const { existsSync } = await import("node:fs");
  console.log("waiting");
  while (!existsSync("go")) await new Promise((resolve) => setTimeout(resolve, 20));
  return "went on";`;

let made = 0;

/** Makes a tool of the files under a name of its own. */
export function createTool(member: Member, files: ReturnType<typeof toFiles>): Promise<{ id: string; name: string }> {
  made += 1;
  return createToolOf(member, { name: `made_${made}`, files });
}

/** Starts a call as the playground does; objects become JSON text. */
export function startCallOf(member: Member, toolId: string, call: Call = {}): Promise<string> {
  const { toolParameters = {}, userParameters, configurationId } = call;
  return startCall(member, {
    toolId,
    toolParameters: asText(toolParameters),
    ...(userParameters === undefined ? {} : { userParameters: asText(userParameters) }),
    ...(configurationId === undefined ? {} : { configurationId }),
  });
}

/** Calls a tool and waits for the end: all its events, and the two that matter most. */
export async function callToEnd(member: Member, toolId: string, call: Call = {}) {
  return readRun(await startCallOf(member, toolId, call));
}

/** What became of a run, read to its end. */
export async function readRun(runId: string) {
  const events: Event[] = [];
  for await (const page of follow(runId, 0, new AbortController().signal)) events.push(...page);
  const returned = events.find((event) => event.type === "tool.returned");
  const failed = events.find((event) => event.type === "tool.failed");
  return { runId, events, last: events.at(-1), result: returned?.result ?? null, failed };
}

/** Resolves with the first event of the run that fits. */
export async function untilEvent(runId: string, fits: (event: Event) => boolean): Promise<Event> {
  for await (const page of follow(runId, 0, new AbortController().signal)) {
    const found = page.find(fits);
    if (found) return found;
  }
  throw new Error(`Run ${runId} ended without the event that was waited for.`);
}

export function saidWaiting(event: Event): boolean {
  return event.type === "tool.log" && event.text.includes("waiting");
}

/** A zip of these files, compressed. */
export function toZip(files: Record<string, string | Uint8Array>): Buffer {
  return Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, file]) => [name, Buffer.from(file)]))),
  );
}

function asText(value: object | string): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
