import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ToolPage } from "#components/playground/tool-page.tsx";
import { findSessionCall, readCallKey } from "#lib/agents/session-call.ts";
import { pageMember } from "#lib/auth/guard.ts";
import { can, type Role } from "#lib/auth/schema.ts";
import { toBigInts } from "#lib/core/exact/schema.ts";
import { findModelChange } from "#lib/registry/model-change.ts";
import { modelView } from "#lib/registry/model-view.ts";
import { ToolName } from "#lib/registry/schema.ts";
import { getTool } from "#lib/registry/tools.ts";
import { listRuns } from "#lib/runs/history.ts";
import { orNotFound } from "../../../or-not-found.ts";
import {
  deleteConfigurationAction,
  deleteToolAction,
  duplicateToolAction,
  fixFindingAction,
  saveConfigurationAction,
  saveToolAction,
  sendBackAction,
} from "./actions.ts";

type Props = {
  params: Promise<{ name: string }>;
  searchParams: Promise<{ [part in "run" | "tab" | "call"]?: string | string[] }>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: nameIn(await params) };
}

/** One tool: everything is read here, no process is started. `?run=` shows a run again, `?tab=` opens a tab, `?call=` a session's call. */
export default async function Page({ params, searchParams }: Props) {
  const member = await pageMember("tool:read");
  const tool = await getTool(member, nameIn(await params)).catch(orNotFound);
  const { run, tab, call } = await searchParams;
  const origin = typeof call === "string" ? await originOf(member, tool.name, call) : null;
  return (
    <ToolPage
      key={`${tool.id} ${origin ? call : ""}`}
      origin={origin}
      tool={{ ...tool, contract: toBigInts(tool.contract) }}
      model={modelView(tool.name, tool.contract)}
      modelChange={await findModelChange(member, tool.id)}
      history={await listRuns(member, { toolId: tool.id })}
      openRunId={typeof run === "string" ? run : null}
      openTab={typeof tab === "string" ? tab : null}
      mayWrite={can(member.role, "tool:write")}
      actions={{
        saveConfiguration: saveConfigurationAction,
        deleteConfiguration: deleteConfigurationAction,
        saveTool: saveToolAction,
        sendBack: sendBackAction,
        duplicateTool: duplicateToolAction,
        fixFinding: fixFindingAction,
        deleteTool: deleteToolAction,
      }}
    />
  );
}

/** The call that the playground is opened for, if it is one of this tool in a session of the team. */
async function originOf(member: { teamId: string; role: Role }, toolName: string, text: string) {
  const key = can(member.role, "session:read") ? readCallKey(text) : null;
  const call = key && (await findSessionCall(member, key));
  if (call?.tool.toolName !== toolName) return null;
  const tool = await getTool(member, toolName, call.tool.versionId);
  return { call, tool: { ...tool, contract: toBigInts(tool.contract) } };
}

/** The tool's name as it stands in the address; what cannot be one is not found. */
function nameIn({ name }: { name: string }): string {
  const parsed = ToolName.safeParse(decoded(name));
  if (!parsed.success) notFound();
  return parsed.data;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    // A stray sign: no name of a tool.
    return "";
  }
}
