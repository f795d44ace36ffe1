/** What the field recommends to tell an agent that can hand over, or be handed over to; it stands before the instructions. */
export const HANDOFF_PROMPT = {
  en: `# How you work together
You are one of several agents that serve the same person. Each has instructions and tools of its own, and a conversation belongs to one agent at a time. To give it to another agent, call the function for that agent, most often named \`transfer_to_<agent>\`. The person sees one assistant: transfers happen in the background, so never mention, announce or explain them.`,
  ko: `# 함께 일하는 방식
당신은 같은 사용자를 함께 돕는 여러 에이전트 가운데 하나입니다. 에이전트마다 지침과 도구가 따로 있고, 대화는 한 번에 한 에이전트가 맡습니다. 대화를 다른 에이전트에게 넘기려면 그 에이전트의 함수(대개 \`transfer_to_<에이전트>\`)를 호출하세요. 사용자에게는 하나의 도우미로 보입니다. 대화를 넘기는 일은 뒤에서 이루어지므로, 넘긴다는 사실을 언급하거나 예고하거나 설명하지 마세요.`,
} as const;

/** An agent's instructions as its model gets them. */
export function withHandoffPrompt({
  instructions,
  handoffPrompt,
}: {
  instructions: string;
  handoffPrompt?: "en" | "ko" | undefined;
}): string {
  if (handoffPrompt === undefined) return instructions;
  return [HANDOFF_PROMPT[handoffPrompt], instructions].filter((text) => text !== "").join("\n\n");
}
