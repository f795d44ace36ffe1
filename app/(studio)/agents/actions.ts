"use server";

import { z } from "zod";
import { createAgent, deleteAgent, duplicateAgent, saveAgent } from "#lib/agents/agents.ts";
import { describeLinks } from "#lib/agents/program/describe-cast.ts";
import { exportAgent, publishAgent, rollBackAgent } from "#lib/agents/publish.ts";
import { readAgentFile } from "#lib/agents/read-agent-file.ts";
import { openTrial, updateTrial } from "#lib/agents/trial.ts";
import { action } from "#lib/auth/guard.ts";
import { listModels } from "#lib/providers/listed-models.ts";
import { agentText } from "./agent-text.ts";

const AgentId = z.object({ agentId: z.string() });
/** An agent file as it was written, so that no digit of it is lost on the way. */
const FileText = z.object({ text: z.string().max(8_000_000) });

export const createAgentAction = action({ permission: "agent:write", input: FileText }, async ({ member, input }) => {
  const { id } = await createAgent(member, readAgentFile(input.text, "The text"));
  return { id };
});

export const saveAgentAction = action(
  {
    permission: "agent:write",
    /** `base` is the version that the changes began with. */
    input: FileText.extend({ agentId: z.string(), base: z.string() }),
  },
  async ({ member, input: { agentId, base, text } }) =>
    agentText(await saveAgent(member, agentId, { file: readAgentFile(text, "The text"), base })),
);

/** The functions by which the agents of a file reach each other; none of its tools is looked at. */
export const describeAgentsAction = action({ permission: "agent:read", input: FileText }, async ({ member, input }) => {
  const agents = await describeLinks(member, readAgentFile(input.text, "The text"));
  return agents.map(({ agent, functions }) => ({
    name: agent.name,
    functions: functions.map(({ type, name, description, parameters, strict }) => ({
      ...{ type, name, strict },
      definition: JSON.stringify({ name, description, strict, parameters }, null, 2),
    })),
  }));
});

const Note = z.object({ agentId: z.string(), base: z.string(), note: z.string().max(2000) });

export const publishAgentAction = action(
  { permission: "agent:write", input: Note },
  async ({ member, input: { agentId, base, note } }) => agentText(await publishAgent(member, agentId, { base, note })),
);

export const rollBackAgentAction = action(
  { permission: "agent:write", input: Note.extend({ number: z.number().int().min(1) }) },
  async ({ member, input: { agentId, ...to } }) => agentText(await rollBackAgent(member, agentId, to)),
);

export const readAgentVersionAction = action(
  { permission: "agent:read", input: AgentId.extend({ number: z.number().int().min(1) }) },
  async ({ member, input: { agentId, number } }) =>
    JSON.stringify(await exportAgent(member, agentId, { number }), null, 2),
);

const Trial = FileText.extend({ agentId: z.string().nullable() });

export const openTrialAction = action({ permission: "session:write", input: Trial }, ({ member, input }) =>
  openTrial(member, { agentId: input.agentId, file: readAgentFile(input.text, "The text") }),
);

export const updateTrialAction = action(
  { permission: "session:write", input: Trial.extend({ sessionId: z.string() }) },
  ({ member, input: { sessionId, agentId, text } }) =>
    updateTrial(member, sessionId, { agentId, file: readAgentFile(text, "The text") }),
);

export const duplicateAgentAction = action({ permission: "agent:write", input: AgentId }, async ({ member, input }) => {
  const { id } = await duplicateAgent(member, input.agentId);
  return { id };
});

export const deleteAgentAction = action({ permission: "agent:write", input: AgentId }, ({ member, input }) =>
  deleteAgent(member, input.agentId),
);

export const listModelsAction = action(
  { permission: "provider:read", input: z.object({ providerId: z.string() }) },
  ({ member, input }) => listModels(member, input.providerId),
);
