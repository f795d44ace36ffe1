import type { ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { Dialect } from "./dialect.ts";
import type { Holds } from "./holds.ts";
import type { Answer } from "./responses-events.ts";
import type { Fault } from "./script.ts";

const READING_MS = 20;

type Step = { text: string; isDelta: boolean } | "hold" | "cut";

/** Sends the answer as server-sent events, with its fault and at its pace. */
export async function stream(
  response: ServerResponse,
  answer: Answer,
  on: { dialect: Dialect; holds: Holds },
): Promise<void> {
  const { fault, pace } = answer.turn;
  const type = fault?.kind === "content_type" ? fault.value : "text/event-stream; charset=utf-8";
  response.writeHead(200, { "content-type": type, "cache-control": "no-cache" });
  let ready = "";
  for (const step of steps(answer, on.dialect)) {
    const isPaced = pace !== undefined && typeof step === "object" && step.isDelta;
    if (isPaced || typeof step === "string") {
      response.write(ready);
      ready = "";
    }
    if (step === "cut") return cut(response);
    if (step === "hold") await on.holds.forRelease(response);
    if (isPaced) await (pace === "steps" ? on.holds.forStep(response) : wait(pace));
    if (response.destroyed) return;
    if (typeof step === "object") ready += step.text;
  }
  response.end(ready);
}

/** Ends the connection as a power cut would. Clients forget what they have not read by then, so they get a moment. */
async function cut(response: ServerResponse): Promise<void> {
  await wait(READING_MS);
  response.destroy(new Error("The script cuts the connection."));
}

function steps(answer: Answer, dialect: Dialect): Iterable<Step> {
  const { fault } = answer.turn;
  if (!fault) return sound(answer, dialect);
  return faulty(dialect, { events: withEventFault(answer, dialect), fault });
}

function* sound(answer: Answer, dialect: Dialect): Generator<Step> {
  let sequence = 0;
  for (const event of dialect.events(answer)) {
    yield { text: dialect.frame(event, sequence), isDelta: dialect.isDelta(event) };
    sequence += 1;
  }
  yield { text: dialect.end, isDelta: false };
}

/** The events with what the fault makes of them, and what is then said at the end. */
function withEventFault(answer: Answer, dialect: Dialect): { list: object[]; end: string } {
  const { fault } = answer.turn;
  const list = [...dialect.events(answer)];
  switch (fault?.kind) {
    case "unknown_event":
      list.splice(placeOf(fault, list), 0, dialect.unknown);
      return { list, end: dialect.end };
    case "failed":
    case "error_event":
      return { list: [...list.slice(0, placeOf(fault, list)), dialect.failure(answer, fault)], end: "" };
    case "no_end":
      return { list: list.slice(0, -1), end: "" };
    default:
      return { list, end: dialect.end };
  }
}

function faulty(
  dialect: Dialect,
  { events, fault }: { events: { list: object[]; end: string }; fault: Fault },
): Step[] {
  const frames: Step[] = events.list.map((event, at) => ({
    text: dialect.frame(event, at),
    isDelta: dialect.isDelta(event),
  }));
  const place = placeOf(fault, frames);
  const struck = frames[place];
  const text = typeof struck === "object" ? struck.text : "";
  const end: Step = { text: events.end, isDelta: false };
  switch (fault.kind) {
    case "stall":
      return [...frames.slice(0, place), "hold", ...frames.slice(place), end];
    case "cut":
      return [...frames.slice(0, place), "cut"];
    case "cut_in_frame":
      return [...frames.slice(0, place), { text: text.slice(0, text.length / 2), isDelta: false }, "cut"];
    case "malformed_frame":
      return [...frames.slice(0, place), { text: malformed(text), isDelta: false }, ...frames.slice(place + 1), end];
    default:
      return [...frames, end];
  }
}

/** Never behind the terminal event. */
function placeOf(fault: { after?: number } | Fault, list: readonly unknown[]): number {
  return Math.min(("after" in fault ? fault.after : 0) ?? 0, list.length - 1);
}

function malformed(frame: string): string {
  return `${frame.trimEnd().slice(0, -2)}\n\n`;
}
