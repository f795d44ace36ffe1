import pg from "pg";
import { createId } from "#lib/core/ids.ts";
import { db } from "#lib/db/client.ts";
import { follow } from "#lib/runs/log.ts";
import type { Event, EventBody } from "#lib/runs/schema.ts";

export const succeeded = {
  event: { type: "run.succeeded" },
  ending: { status: "succeeded", outcome: null, runMs: 1 },
} as const;

/** An event whose text tells it from others. */
export function line(text: string): EventBody {
  return { type: "environment.log", text };
}

/** The row of a run that this server performs, of no tool. */
export async function createRun(member: { id: string; teamId: string }, serverId: string): Promise<string> {
  const subject = { toolId: null, toolName: "made", versionNumber: 1, toolParameters: "{}" };
  const id = createId("run");
  await db().run.create({
    data: { id, kind: "tool", teamId: member.teamId, startedBy: member.id, serverId, ...subject },
  });
  return id;
}

/** All events of a run until its terminal one. */
export async function readToEnd(runId: string, after = 0): Promise<Event[]> {
  const events: Event[] = [];
  for await (const page of follow(runId, after, new AbortController().signal)) events.push(...page);
  return events;
}

/** What tells the events of `readToEnd` apart: their numbers, and the texts of lines. */
export function numbersOf(events: readonly Event[]): number[] {
  return events.map((event) => event.seq);
}

export function textsOf(events: readonly Event[]): string[] {
  return events.flatMap((event) => (event.type === "environment.log" ? [event.text] : []));
}

/** The numbers from 1. */
export function upTo(last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1);
}

/** Asks the test file's database something, past the product's own connections. */
export async function query(sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** How many connections listen on the channel now. */
export async function countListeners(channel: string): Promise<number> {
  const rows = await query("select from pg_stat_activity where datname = current_database() and query = $1", [
    `listen "${channel}"`,
  ]);
  return rows.length;
}

/** Cuts every connection that waits for wake-ups, as a proxy between a server and its database may. */
export async function cutListeners(): Promise<void> {
  await query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen %'",
  );
}
