import { z } from "zod";

/** What browsers and programs send of approvals, and get. */

/** Which call of a run: `turn.index`, and of one that an agent makes which is asked like a tool, behind the calls around it. */
export const CallKey = z.strictObject({
  runId: z.string(),
  call: z.string().regex(/^\d{1,6}\.\d{1,6}(\/\d{1,6}\.\d{1,6})*$/, "write turn.index, such as 1.0"),
});
export type CallKey = z.infer<typeof CallKey>;

/**
 * A person's decision on a call that waits. `arguments` is JSON text in place of the model's; with `session` the agent may call the
 * function for the rest of the session without asking.
 */
export const ApprovalAnswer = z.discriminatedUnion("decision", [
  z.strictObject({
    ...CallKey.shape,
    decision: z.literal("approve"),
    arguments: z
      .string()
      .max(16 * 1024 * 1024)
      .optional(),
    scope: z.enum(["call", "session"]).default("call"),
  }),
  z.strictObject({ ...CallKey.shape, decision: z.literal("reject"), reason: z.string().trim().max(4000).optional() }),
]);
export type ApprovalAnswer = z.infer<typeof ApprovalAnswer>;

/** The same as an input of its session keeps it. */
export const DecisionBody = z.object({
  call: z.string(),
  decision: z.enum(["approve", "reject"]),
  arguments: z.string().nullable(),
  reason: z.string().nullable(),
  scope: z.enum(["call", "session"]),
});
export type DecisionBody = z.infer<typeof DecisionBody>;

/** A call that waits for a decision, wherever in the team. Times are ISO 8601 in UTC. */
export type PendingApproval = {
  runId: string;
  call: string;
  sessionId: string;
  sessionTitle: string;
  agent: string;
  name: string;
  /** JSON text. */
  arguments: string;
  askedAt: string;
  expiresAt: string;
};
