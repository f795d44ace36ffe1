import type { PendingApproval } from "#lib/agents/approvals/schema.ts";

/** A call that a person has to decide on. */
export type Question = Pick<PendingApproval, "runId" | "call" | "sessionId" | "name" | "arguments"> & {
  expiresAt: string | null;
};

/** What a person is about to do with it. */
export type Mode = "look" | "edit" | "reject";
