"use client";
import type { useRouter } from "next/navigation";
import { useState } from "react";
import type { AgentActions, AgentSubject } from "./actions.ts";
import { type AgentDraft, beginDraft, isDirty, settleSave } from "./agent-draft.ts";

type Saving = {
  agent: AgentSubject;
  draft: AgentDraft;
  update: (change: (draft: AgentDraft) => AgentDraft) => void;
  problems: readonly unknown[];
  actions: AgentActions;
  router: ReturnType<typeof useRouter>;
};

export type SaveState = {
  state: "ready" | "saving" | "created";
  /** Whether somebody wanted to save while that could not be. */
  wasTried: boolean;
  refusal: string | null;
};

/** Saves a draft as the agent's next version, or as a new agent, whose page is then opened. Nothing is sent that would be refused. */
export function useSaveAgent({
  agent,
  draft,
  update,
  problems,
  actions,
  router,
}: Saving): SaveState & { save: () => void } {
  const [state, setState] = useState<SaveState["state"]>("ready");
  const [wasTried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  async function change(agentId: string) {
    const { text, base } = draft;
    const answer = await actions.save({ agentId, base: base.versionId, text });
    setState("ready");
    setRefusal(answer.ok ? null : answer.error.message);
    if (answer.ok) update((current) => settleSave(current, { sent: text, saved: answer.value }));
    router.refresh();
  }

  async function create() {
    const answer = await actions.create({ text: draft.text });
    setRefusal(answer.ok ? null : answer.error.message);
    setState(answer.ok ? "created" : "ready");
    if (!answer.ok) return;
    router.push(`/agents/${encodeURIComponent(answer.value.id)}`);
    router.refresh();
    update(({ base }) => beginDraft(base));
  }

  const save = () => {
    setTried(true);
    if (problems.length > 0 || state !== "ready" || (agent !== "new" && !isDirty(draft))) return;
    setState("saving");
    void (agent === "new" ? create() : change(agent.id));
  };
  return { state, wasTried, refusal, save };
}
