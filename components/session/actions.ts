import type { ModelQuestion } from "#lib/agents/model-question.ts";
import type { AgentSummary, NewMessage, SessionSummary } from "#lib/agents/schema.ts";
import type { Outcome } from "#lib/auth/guard.ts";
import type { JsonSchema } from "#lib/tools/schema.ts";

/** What the list of sessions can ask the server to do. */
export type SessionListActions = {
  find: (input: { search: string; archived: boolean; tries: boolean }) => Promise<Outcome<SessionSummary[]>>;
  rename: (input: { sessionId: string; title: string }) => Promise<Outcome<void>>;
  archive: (input: { sessionId: string; archived: boolean }) => Promise<Outcome<void>>;
  remove: (input: { sessionId: string }) => Promise<Outcome<void>>;
};

/** What the page of a session can ask the server to do. */
export type SessionActions = {
  continueSession: (input: { sessionId: string }) => Promise<Outcome<{ runId: string }>>;
  withdraw: (input: { sessionId: string; inputId: string }) => Promise<Outcome<void>>;
  /** With a message that one is said in its place; without, the new session waits. */
  fork: (input: {
    sessionId: string;
    messageId: string;
    message?: NewMessage | undefined;
  }) => Promise<Outcome<{ sessionId: string }>>;
  /** Makes an agent that says and calls the same again. */
  saveAsRehearsal: (input: { sessionId: string }) => Promise<Outcome<AgentSummary>>;
  /** The JSON Schema of a call's arguments, for who changes them. */
  argumentsSchema: (input: { sessionId: string; runId: string; call: string }) => Promise<Outcome<JsonSchema>>;
  readQuestion: (input: { sessionId: string }) => Promise<Outcome<ModelQuestion | null>>;
  answer: (input: {
    sessionId: string;
    answer: { runId: string; turn: number; text: string; calls: { name: string; arguments: string }[] };
  }) => Promise<Outcome<void>>;
};
