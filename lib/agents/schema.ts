import { z } from "zod";
import { ModelSettings, ProviderApi, RehearsalScript } from "#lib/providers/schema.ts";
import { MessageFile } from "#lib/runs/agent-schema.ts";
import type { Event } from "#lib/runs/schema.ts";
import { Approval, Enabled, Guardrail, HandoffFilter, HelperTool } from "./policy/schema.ts";

/** The agent file, which `toolroom chat` reads and the registry exports; and what browsers and programs send to sessions. */

const Name = z.string().trim().min(1).max(200);

/** A tool that an agent may call: the name of one of the team's, or, on the command line, the path of a folder. */
export const AgentTool = z.strictObject({
  tool: z.string().min(1),
  /** The version to keep to; left out, the current one at each run's start. */
  version: z.number().int().min(1).optional(),
  /** The name of one of the tool's configurations. */
  configuration: z.string().optional(),
  /** Told to the model in place of the tool's own. */
  description: z.string().optional(),
  /** When a person is asked before it runs; left out, never. */
  approval: Approval.optional(),
});
export type AgentTool = z.infer<typeof AgentTool>;

const FunctionName = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/, "write at most 64 letters, digits, _ and -");

/** Another agent of the file that this one can give the conversation to. */
const AgentHandoff = z.strictObject({
  agent: Name,
  toolNameOverride: FunctionName.optional(),
  toolDescriptionOverride: z.string().optional(),
  /** A JSON Schema of what the model has to give along. */
  inputType: z.record(z.string(), z.unknown()).optional(),
  /** Gets what the model gave along as its ToolParameters; when it fails, the conversation stays. */
  onHandoff: HelperTool.optional(),
  /** Left out, the file's. */
  inputFilter: HandoffFilter.optional(),
  isEnabled: Enabled.optional(),
});

/** Another agent of the file that answers a question of this one, which keeps the conversation. */
const AgentAsTool = z.strictObject({
  agent: Name,
  /** What the model knows it by; left out, `ask_<name>`. */
  toolName: FunctionName.optional(),
  toolDescription: z.string().optional(),
  /** A JSON Schema of its arguments; left out, one text named `input`. */
  inputType: z.record(z.string(), z.unknown()).optional(),
  approval: Approval.optional(),
  isEnabled: Enabled.optional(),
});

/** What ends an answer in a state from which it can be continued. */
export const AgentLimits = z.strictObject({
  /** The model's answers in a run. */
  turns: z.number().int().min(1).max(1000).default(10),
  /** Calls that run side by side. */
  parallelCalls: z.number().int().min(1).max(64).default(8),
  /** Input and output tokens of a run. */
  tokens: z.number().int().min(1).optional(),
  /** US dollars of a run. */
  cost: z.number().positive().optional(),
  seconds: z.number().positive().optional(),
  /** Tokens that the conversation may take before old outputs are cut and it is summed up; left out, 80 % of the model's context. */
  contextTokens: z.number().int().min(1000).optional(),
  /** How long a person may take to decide on a call; then it is refused. Left out, a week. */
  approvalSeconds: z.number().int().min(1).max(31_536_000).optional(),
});
export type AgentLimits = z.infer<typeof AgentLimits>;

/** Which model answers. */
export const AgentModel = z.strictObject({
  /** The name of one of the team's providers; left out, its default one. */
  provider: z.string().optional(),
  /** The model's name on that server; left out, the provider's default. */
  name: z.string().optional(),
  /** A script that is played in place of a model. */
  rehearsal: RehearsalScript.optional(),
  /** A person at this studio answers. */
  person: z.literal(true).optional(),
  /** A model server that is no provider of the team; only the command line may name one. */
  server: z.strictObject({ api: ProviderApi, baseUrl: z.url() }).optional(),
});
export type AgentModel = z.infer<typeof AgentModel>;

const asObject = <T>(key: string, schema: z.ZodType<T>) =>
  z.preprocess((value) => (typeof value === "string" ? { [key]: value } : value), schema);

/** One agent. Where a tool, a handoff or the model is only a name, the name alone may stand. */
export const AgentDefinition = z.strictObject({
  name: Name,
  /** What others are told of it when they may hand over to it. */
  description: z.string().max(4000).default(""),
  instructions: z.string().max(200_000).default(""),
  model: asObject("name", AgentModel).default({}),
  settings: ModelSettings.default({}),
  tools: z.array(asObject("tool", AgentTool)).default([]),
  /** Tools that the model server runs itself, as the Responses API takes them. */
  hostedTools: z.array(z.looseObject({ type: z.string() })).default([]),
  handoffs: z.array(asObject("agent", AgentHandoff)).default([]),
  /** Whether the instructions begin with what the field recommends to tell agents that hand over, and in which language. */
  handoffPrompt: z.enum(["en", "ko"]).optional(),
  /** Agents that it can ask like tools; each has its own limits. */
  agentTools: z.array(asObject("agent", AgentAsTool)).default([]),
  guardrails: z.array(Guardrail).max(50).default([]),
  /** A JSON Schema of the final answer. */
  output: z.record(z.string(), z.unknown()).optional(),
  limits: AgentLimits.prefault({}),
  /** `server`: the model server keeps the conversation, and is sent only what is new (Responses API). */
  history: z.enum(["full", "server"]).default("full"),
  /** Whether a forced tool choice holds only until it was used; default true. */
  resetToolChoice: z.boolean().default(true),
});
export type AgentDefinition = z.infer<typeof AgentDefinition>;

/** An agent with those that it can hand over to. */
export const AgentFile = AgentDefinition.extend({
  agents: z.array(AgentDefinition).default([]),
  /** For each handoff without one of its own. */
  handoffFilter: HandoffFilter.optional(),
});
export type AgentFile = z.infer<typeof AgentFile>;

/** A person's message; `id` is made by the sender (`msg_` and at least 10 letters or digits), so that sending twice is sending once. */
export const NewMessage = z.strictObject({
  id: z.string().regex(/^msg_[A-Za-z0-9_-]{10,60}$/),
  text: z.string().max(1_000_000),
  files: z.array(MessageFile.shape.name).max(50).default([]),
});
export type NewMessage = z.infer<typeof NewMessage>;

/** POST /api/sessions. `data` is JSON text of an object that conditions can be about, as text so that no digit is lost. */
export const StartSession = z.strictObject({
  agentId: z.string(),
  message: NewMessage,
  data: z.string().max(65_536).optional(),
});
export type StartSession = z.infer<typeof StartSession>;

/** POST /api/sessions/:id/messages: while a run is going, `queue` waits for its end and `steer` joins at its next turn. */
export const SendMessage = z.strictObject({ message: NewMessage, mode: z.enum(["queue", "steer"]).default("queue") });
export type SendMessage = z.infer<typeof SendMessage>;

/** A line of the list of sessions. Times are ISO 8601 in UTC. */
export type SessionSummary = {
  id: string;
  title: string;
  agentName: string;
  status: "idle" | "queued" | "running" | "waiting" | "failed" | "paused";
  archived: boolean;
  /** Whether it is had with a draft on its agent's page. */
  trial: boolean;
  createdAt: string;
  updatedAt: string;
};

/** A message that waits: for the end of the run, or for its next turn. */
export type PendingInput = {
  id: string;
  kind: "message" | "steer";
  text: string;
  files: MessageFile[];
  createdAt: string;
};

/** What a session is apart from its log. */
export type SessionState = SessionSummary & {
  agentId: string | null;
  agentVersionId: string;
  forkedFromId: string | null;
  /** The run that waits or goes on; null while none does. */
  runId: string | null;
  inputs: PendingInput[];
  /** The version's limits and model, for what the page shows of them. */
  model: { by: "server" | "rehearsal" | "person"; name: string | null; provider: string | null };
};

/** What the stream of a session carries: SSE `data`; the `id` of a log event is `position.seq`, its cursor. */
export type SessionFrame = { type: "log"; position: number; event: Event } | { type: "state"; state: SessionState };

/** A line of the list of agents. */
export type AgentSummary = {
  id: string;
  name: string;
  description: string;
  builtin: boolean;
  /** What sessions begin with; null for an agent that was never published. */
  versionNumber: number | null;
  /** `changed` has been saved since it was published. */
  state: "draft" | "changed" | "published";
  updatedAt: string;
  model: { by: "server" | "rehearsal" | "person"; name: string | null };
  tools: string[];
  handoffs: string[];
};

/** `file` is what was saved last, which is version `versionId`. */
export type AgentDetail = AgentSummary & { versionId: string; publishedId: string | null; file: AgentFile };

/** A line of the list of an agent's versions. */
export type PublishedVersion = {
  number: number;
  note: string | null;
  /** ISO 8601 in UTC. */
  publishedAt: string;
  /** A member's id; null for what came with the studio. */
  publishedBy: string | null;
  sessions: number;
  isCurrent: boolean;
};
