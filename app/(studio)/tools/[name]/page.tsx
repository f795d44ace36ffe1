import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ToolPage } from "#components/playground/tool-page.tsx";
import { pageMember } from "#lib/auth/guard.ts";
import { can } from "#lib/auth/schema.ts";
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
} from "./actions.ts";

type Props = {
  params: Promise<{ name: string }>;
  searchParams: Promise<{ run?: string | string[]; tab?: string | string[] }>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: nameIn(await params) };
}

/** One tool: everything is read here, no process is started. `?run=` shows a run again, `?tab=` opens a tab. */
export default async function Page({ params, searchParams }: Props) {
  const member = await pageMember("tool:read");
  const tool = await getTool(member, nameIn(await params)).catch(orNotFound);
  const { run, tab } = await searchParams;
  return (
    <ToolPage
      key={tool.id}
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
        duplicateTool: duplicateToolAction,
        fixFinding: fixFindingAction,
        deleteTool: deleteToolAction,
      }}
    />
  );
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
