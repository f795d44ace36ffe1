import { z } from "zod";

/** What an agent file says of when something may happen: conditions, approvals, guardrails, and what a handoff takes along. */

/** Compares the value at a JSON Pointer; of a value that is not there only `missing`, `!=` and `not contains` are true. */
const Condition = z.strictObject({
  at: z.string().regex(/^(\/.*)?$/s, "write a JSON Pointer such as /method"),
  is: z.enum(["==", "!=", "<", "<=", ">", ">=", "contains", "not contains", "matches", "exists", "missing"]),
  /** JSON that it is compared with, every digit kept; a text for `matches`, nothing for `exists` and `missing`. */
  value: z.unknown().optional(),
});
export type Condition = z.infer<typeof Condition>;

/** When a person is asked before a call runs: each time, never, or when one of the conditions holds of its arguments. */
export const Approval = z.union([
  z.enum(["always", "never"]),
  z.strictObject({
    when: z.array(Condition).min(1).max(20),
  }),
]);
export type Approval = z.infer<typeof Approval>;

/** A tool of the team that does a part of the agent's work, unseen by its model. */
export const HelperTool = z.strictObject({
  tool: z.string().min(1),
  version: z.number().int().min(1).optional(),
  configuration: z.string().optional(),
});
export type HelperTool = z.infer<typeof HelperTool>;

/** What the agent that is handed over to sees of what was said before. */
export const HandoffFilter = z.discriminatedUnion("type", [
  /** No calls, no outputs, nothing of hosted tools. */
  z.strictObject({ type: z.literal("withoutTools") }),
  z.strictObject({ type: z.literal("last"), messages: z.number().int().min(1).max(1000) }),
  z.strictObject({ type: z.literal("userOnly") }),
  /** The agent's model sums it up. */
  z.strictObject({ type: z.literal("summary") }),
  /** Gets `inputHistory`, `preHandoffItems`, `newItems` and `context`, and answers with the first three. */
  z.strictObject({ type: z.literal("tool"), ...HelperTool.shape }),
]);
export type HandoffFilter = z.infer<typeof HandoffFilter>;

/** Whether something is there at this turn: always, never, or while all conditions hold of the session's data. */
export const Enabled = z.union([z.boolean(), z.array(Condition).min(1).max(20)]);
export type Enabled = z.infer<typeof Enabled>;

export const PersonalKind = z.enum([
  "email",
  "phone",
  "koreanPhone",
  "koreanResident",
  "creditCard",
  "iban",
  "usSocialSecurity",
]);
export type PersonalKind = z.infer<typeof PersonalKind>;

const Check = z.discriminatedUnion("type", [
  /** Trips where the pattern (RE2) is found. */
  z.strictObject({
    type: z.literal("pattern"),
    pattern: z.string().min(1).max(10_000),
    ignoreCase: z.boolean().default(false),
  }),
  /** Keys, tokens and private keys, and the secrets of the configurations that the session's tools use. */
  z.strictObject({ type: z.literal("secrets") }),
  /** Kinds of personal data; left out, all that are known. */
  z.strictObject({
    type: z.literal("personalData"),
    kinds: z.array(PersonalKind).min(1).optional(),
  }),
  /** Names of hosts; each also means those below it. */
  z.strictObject({ type: z.literal("blockedHosts"), hosts: z.array(z.string().min(1).max(253)).min(1).max(1000) }),
  z.strictObject({ type: z.literal("longest"), characters: z.number().int().min(1) }),
  /** A tool whose ToolParameters take `text` and, where it has them, `stage`, `agent` and `tool`; it answers `{"tripped": boolean, "message"?: string}`. */
  z.strictObject({ type: z.literal("tool"), ...HelperTool.shape }),
  /** A model that is asked whether the text goes against the instructions; left out, the agent's own. */
  z.strictObject({
    type: z.literal("model"),
    instructions: z.string().min(1).max(20_000),
    provider: z.string().optional(),
    name: z.string().optional(),
  }),
]);

/** What a guardrail looks for. */
export type Check = z.infer<typeof Check>;
/** The checks that need neither a tool nor a model. */
export type PureCheck = Exclude<Check, { type: "tool" | "model" }>;

/** A check of what goes in, comes out, or is given to and got from tools. */
export const Guardrail = z.strictObject({
  name: z.string().trim().min(1).max(200),
  /** `input` is checked of the run's first agent, `output` of the one that answers, the others of every call. */
  on: z.enum(["input", "output", "toolArguments", "toolResult"]),
  check: Check,
  /** Of calls: the tools that it is for; left out, all. */
  tools: z.array(z.string()).optional(),
  /**
   * `input`: whether the model waits for the check. `output`: whether nothing of an answer is shown before it. At first, input
   * waits only for what costs no time, and output is held back.
   */
  blocking: z.boolean().optional(),
  /** What a trip does: ends the run, or, of calls, tells the model in place of the call or its result. At first `stop`, of calls `reject`. */
  behavior: z.enum(["stop", "reject"]).optional(),
  /** Said in place of the guardrail's own words. */
  message: z.string().max(2000).optional(),
});
export type Guardrail = z.infer<typeof Guardrail>;
