import { randomUUID } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import { hashPassword } from "better-auth/crypto";
import { createParser } from "eventsource-parser";
import { db } from "#lib/db/client.ts";
import type { Event, StartRun } from "#lib/runs/schema.ts";
import { type Caller, OWNER, signInAs } from "#tests/support/owner.ts";
import type { Studio } from "#tests/support/studio.ts";
import { createTeam } from "#tests/support/team.ts";
import type { typescriptFiles } from "../registry/fixture.ts";

type Files = ReturnType<typeof typescriptFiles>;

/** Uploads files as the "new tool" page does; the answer is the route's. */
export function upload(call: Caller, files: Files, name: string): Promise<Response> {
  const form = new FormData();
  form.set("name", name);
  form.set("paths", JSON.stringify(files.map((file) => file.path)));
  for (const file of files) form.append("files", new File([Buffer.from(file.content)], file.path));
  return call("/api/tools", { method: "POST", body: form });
}

/** Makes a tool of the files and answers with its id. */
export async function createTool(call: Caller, files: Files, name: string): Promise<string> {
  const answer = await upload(call, files, name);
  if (answer.status !== 201) throw new Error(`${name} could not be made: ${answer.status} ${await answer.text()}`);
  return (await db().tool.findFirstOrThrow({ where: { name }, orderBy: { createdAt: "desc" } })).id;
}

/** Starts a call as a program does. */
export function startRun(call: Caller, body: StartRun, init: RequestInit = {}): Promise<Response> {
  const headers = { "content-type": "application/json" };
  return call("/api/runs", { method: "POST", body: JSON.stringify(body), headers, ...init });
}

export function runIdOf(answer: Response): string {
  return answer.headers.get("toolroom-run") ?? "";
}

/** The events of an answer as they come, and each with the id that its frame had. */
export async function* eventsOf(answer: Response): AsyncGenerator<Event & { frameId: string | undefined }> {
  let arrived: (Event & { frameId: string | undefined })[] = [];
  const parser = createParser({ onEvent: ({ id, data }) => arrived.push({ ...JSON.parse(data), frameId: id }) });
  const decoder = new TextDecoder();
  for await (const chunk of answer.body ?? []) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield* arrived;
    arrived = [];
  }
}

/** All events of an answer, which must end. */
export async function allEvents(answer: Response): Promise<Event[]> {
  const events: Event[] = [];
  for await (const event of eventsOf(answer)) events.push(event);
  return events;
}

/** Reads an answer until an event fits; what comes after it is not read. */
export async function untilEvent(answer: Response, fits: (event: Event) => boolean): Promise<Event[]> {
  const events: Event[] = [];
  for await (const event of eventsOf(answer)) {
    events.push(event);
    if (fits(event)) return events;
  }
  throw new Error(`The stream ended without the event that was waited for, after ${JSON.stringify(events.at(-1))}.`);
}

/** Somebody of a team of their own, signed in. */
export async function signInStranger(studio: Studio): Promise<Caller> {
  const { id } = await createTeam("Strangers");
  const { userId } = await db().member.findUniqueOrThrow({ where: { id } });
  const password = await hashPassword("stranger's horse");
  const account = { id: randomUUID(), accountId: userId, providerId: "credential", userId, password };
  await db().account.create({ data: account });
  const { email } = await db().user.findUniqueOrThrow({ where: { id: userId } });
  return signInAs(studio, { email, password: "stranger's horse" });
}

/** The cookies of a session of the owner, for requests that no fetch would send. */
export async function ownersCookie(studio: Studio): Promise<string> {
  const { email, password } = OWNER;
  const answer = await fetch(`${studio.url}/api/auth/sign-in/email`, {
    method: "POST",
    body: JSON.stringify({ email, password }),
    headers: { origin: studio.url, "content-type": "application/json" },
  });
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}

type Raw = { method?: string; path: string; headers?: Record<string, string>; body?: string | Buffer };

/** A request exactly as given: no part of the path is tidied, and any Host may be sent. */
export async function rawRequest(studio: Studio, { method = "GET", path, headers = {}, body }: Raw) {
  const { hostname, port } = new URL(studio.url);
  const request = http.request({ hostname, port, method, path, headers });
  request.end(body);
  const [answer] = (await once(request, "response")) as [http.IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  return { status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(chunks).toString() };
}
