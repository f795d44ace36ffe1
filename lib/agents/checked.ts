import type { Role } from "./cast.ts";
import type { Check, Guardrail } from "./policy/schema.ts";

/** A text that is checked, and where it stands. */
export type Checked = {
  role: Role;
  turn: number;
  on: Guardrail["on"];
  text: string;
  /** Of a call: which one, the tool's name, and the run that made it where that is an earlier one. */
  call?: { index: number; tool: string; callRun?: string };
  messageId?: string;
};

export type ModelCheck = Extract<Check, { type: "model" }>;

/** What a check says of a text; `why` has nothing of the text in it. */
export type Verdict = { tripped: boolean; why: string };
