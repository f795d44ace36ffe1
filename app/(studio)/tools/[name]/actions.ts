"use server";

import { z } from "zod";
import { sendBack } from "#lib/agents/send-back.ts";
import { CallKey } from "#lib/agents/session-call.ts";
import { action } from "#lib/auth/guard.ts";
import { ConfigurationInput, deleteConfiguration, saveConfiguration } from "#lib/registry/configurations.ts";
import { duplicateTool, saveTool } from "#lib/registry/create.ts";
import { FixInput, fixFinding } from "#lib/registry/model-view.ts";
import { deleteTool, findToolById } from "#lib/registry/tools.ts";

const ToolId = z.object({ toolId: z.string() });

export const saveConfigurationAction = action(
  { permission: "configuration:write", input: ConfigurationInput },
  async ({ member, input }) => {
    const tool = await findToolById(member, input.toolId);
    return saveConfiguration(member, tool.contract.userParameters, input);
  },
);

export const deleteConfigurationAction = action(
  { permission: "configuration:write", input: z.object({ configurationId: z.string() }) },
  ({ member, input }) => deleteConfiguration(member, input.configurationId),
);

export const saveToolAction = action(
  {
    permission: "tool:write",
    input: z.object({
      toolId: z.string(),
      /** The version that the editor began with. */
      base: z.string(),
      /** A null text deletes the file. */
      changes: z.array(z.object({ path: z.string(), text: z.string().nullable() })).max(500),
    }),
  },
  ({ member, input }) => saveTool(member, input),
);

export const fixFindingAction = action({ permission: "tool:write", input: FixInput }, ({ member, input }) =>
  fixFinding(member, input),
);

export const sendBackAction = action(
  { permission: "session:write", input: z.object({ call: CallKey, resultRunId: z.string() }) },
  ({ member, input: { call, resultRunId } }) => sendBack(member, call, { resultRunId }),
);

export const duplicateToolAction = action({ permission: "tool:write", input: ToolId }, ({ member, input }) =>
  duplicateTool(member, input.toolId),
);

export const deleteToolAction = action({ permission: "tool:write", input: ToolId }, ({ member, input }) =>
  deleteTool(member, input.toolId),
);
