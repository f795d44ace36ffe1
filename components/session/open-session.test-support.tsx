import { act } from "@testing-library/react";
import { renderApp } from "#components/shell/render-app.test-support.tsx";
import type { SessionFrame, SessionState } from "#lib/agents/schema.ts";
import type { EventBody } from "#lib/runs/schema.ts";
import { framesOf } from "#lib/runs/session-log.test-support.ts";
import type { SessionActions } from "./actions.ts";
import { SessionPage } from "./session-page.tsx";

const state: SessionState = {
  ...{ id: "ses_1", title: "Sum", agentName: "clerk", status: "idle", archived: false, trial: false },
  ...{ createdAt: "2026-01-01T00:00:00Z", updatedAt: "2026-01-01T00:00:00Z" },
  ...{ agentId: "agent_1", agentVersionId: "av_1", forkedFromId: null, runId: null, inputs: [] },
  model: { by: "server", name: "gpt-x", provider: "main" },
};

type Options = { runs?: EventBody[][]; change?: Partial<SessionState>; locale?: "en" | "ko"; mayWrite?: boolean };

/** A session's page that hears what its runs wrote, in place of a server; `asked` are the requests it made and acts it called. */
export async function openSession({ runs = [], change = {}, locale = "en", mayWrite = true }: Options = {}) {
  const asked: { what: string; with: unknown }[] = [];
  const answers = new Map<string, () => Response>();
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const encoder = new TextEncoder();
  const send = async (frames: SessionFrame[]) => {
    await act(async () => {
      await writer.write(encoder.encode(frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join("")));
      await new Promise((resolve) => requestAnimationFrame(resolve));
    });
  };
  globalThis.fetch = async (input, init) => {
    const url = String(input);
    if (url.endsWith("/events")) return new Response(readable);
    asked.push({ what: `${init?.method ?? "GET"} ${url}`, with: bodyOf(init?.body) });
    return answers.get(url)?.() ?? Response.json({ runId: null }, { status: 202 });
  };
  const done = (what: string) => async (input: unknown) => {
    asked.push({ what, with: input });
    return { ok: true as const, value: RESULTS[what] };
  };
  const acts = [
    "continueSession",
    "withdraw",
    "fork",
    "saveAsRehearsal",
    "readQuestion",
    "answer",
    "argumentsSchema",
  ] as const;
  const actions = Object.fromEntries(acts.map((name) => [name, done(name)])) as unknown as SessionActions;
  const begun = { ...state, ...change };
  const app = renderApp(
    <SessionPage state={begun} members={{ mem_1: "Mina" }} actions={actions} mayWrite={mayWrite} />,
    { locale },
  );
  await send([
    { type: "state", state: begun },
    ...framesOf(...runs).map((frame) => ({ type: "log" as const, ...frame })),
  ]);
  return { ...app, asked, send, answers, state: begun };
}

const RESULTS: Record<string, unknown> = {
  argumentsSchema: { type: "object", properties: { a: { type: "number" } }, required: ["a"] },
  continueSession: { runId: "run_9" },
  fork: { sessionId: "ses_2" },
  saveAsRehearsal: { name: "Sum" },
  readQuestion: {
    ...{ runId: "run_1", turn: 1, instructions: "Be brief.", input: [{ role: "user", content: "Hello" }] },
    tools: [
      { type: "function", name: "calculator", parameters: { type: "object", properties: { a: { type: "number" } } } },
    ],
  },
};

function bodyOf(body: unknown): unknown {
  return typeof body === "string" ? JSON.parse(body) : body;
}
