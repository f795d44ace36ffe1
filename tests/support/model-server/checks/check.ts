import type { Memory, Question } from "../memory.ts";
import { checkConversation } from "./conversation.ts";
import { findDescription } from "./description.ts";
import { checkMessages } from "./messages.ts";
import { checkTools } from "./tools.ts";

/** `all`: OpenAI's description and the rules it leaves out; `rules`: only these; `none`: for measurements. */
export type Checks = "all" | "rules" | "none";

/** Refuses a request that OpenAI would refuse, with the reason. */
export function checkQuestion(question: Question, { memory, checks }: { memory: Memory; checks: Checks }): void {
  if (checks === "none") return;
  const { api, body } = question.asked;
  if (checks === "all") findDescription()?.checkRequest(api, { body, knows: (item) => memory.hasSaid(item) });
  checkTools(api, body);
  if (api === "chat") checkMessages(question.input);
  else checkConversation({ ...question, memory });
}
