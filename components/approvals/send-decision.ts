import { type Problem, readProblem } from "#components/run/problem.ts";
import type { ApprovalAnswer } from "#lib/agents/approvals/schema.ts";

/** Sends what a person decided on a call of a session; answers with why it did not count, or null. */
export async function sendDecision(sessionId: string, answer: ApprovalAnswer): Promise<Problem | null> {
  const request = { method: "POST", body: JSON.stringify(answer), headers: { "Content-Type": "application/json" } };
  const address = `/api/sessions/${encodeURIComponent(sessionId)}/approvals`;
  const response = await fetch(address, request).catch(() => null);
  return response?.ok ? null : readProblem(response);
}
