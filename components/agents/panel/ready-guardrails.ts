/** Guardrails to begin with, each with what is most often meant. */
export const READY_GUARDRAILS = {
  secrets: { on: "output", check: { type: "secrets" } },
  personalData: { on: "output", check: { type: "personalData" } },
  blockedHosts: { on: "toolArguments", check: { type: "blockedHosts", hosts: ["example.com"] } },
  longest: { on: "toolArguments", check: { type: "longest", characters: 10_000 } },
  pattern: { on: "input", check: { type: "pattern", pattern: "(?i)ignore (all|previous) instructions" } },
  tool: { on: "input", check: { type: "tool", tool: "" } },
  model: { on: "input", check: { type: "model", instructions: "" } },
} as const;

export type CheckType = keyof typeof READY_GUARDRAILS;

export const CHECK_TYPES = Object.keys(READY_GUARDRAILS) as CheckType[];
