"use client";
import { MessageSquarePlus, Save } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { PageBar, PageTitle } from "#components/shell/page-bar.tsx";
import { AgentMark } from "#components/ui/agent-mark.tsx";
import { Button } from "#components/ui/button.tsx";
import { Kbd } from "#components/ui/kbd.tsx";
import { Tag } from "#components/ui/tag.tsx";
import type { AgentActions, AgentSubject } from "./actions.ts";
import { type AgentForm, answeredBy } from "./agent-form.ts";
import { AgentMenu } from "./agent-menu.tsx";
import { ByTag } from "./by-tag.tsx";
import type { SaveState } from "./use-save-agent.ts";

/** Which agent this is, what became of it, and what one can do with it. */
export function AgentBar({ agent, shown, draftIs, problem, mayWrite, saving, onSave, actions }: AgentBarProps) {
  const t = useTranslations("agents");
  const router = useRouter();
  return (
    <PageBar
      actions={
        <>
          {agent === "new" ? null : (
            <>
              <Button asChild aria-label={t("startSession")}>
                <Link href={`/sessions/new?agent=${encodeURIComponent(agent.id)}`}>
                  <MessageSquarePlus aria-hidden />
                  <span className="max-sm:hidden">{t("startSession")}</span>
                </Link>
              </Button>
              <AgentMenu
                agent={agent}
                mayWrite={mayWrite}
                actions={actions}
                onDuplicated={(id) => router.push(`/agents/${encodeURIComponent(id)}`)}
                onRemoved={() => router.push("/agents")}
              />
            </>
          )}
          {mayWrite ? (
            <SaveButton agent={agent} draftIs={draftIs} problem={problem} saving={saving} onSave={onSave} />
          ) : (
            <Tag>{t("readOnly")}</Tag>
          )}
        </>
      }
    >
      <Link href="/agents" className="text-ink-3 hover:text-ink max-sm:sr-only">
        {t("title")}
      </Link>
      <span aria-hidden className="text-ink-3 max-sm:hidden">
        /
      </span>
      <AgentMark name={shown.name} size="sm" />
      <PageTitle>{shown.name}</PageTitle>
      {agent === "new" ? null : (
        <>
          <Tag className="font-mono max-sm:hidden">{t("version", { number: shown.versionNumber })}</Tag>
          {shown.form ? <ByTag by={answeredBy(shown.form.model)} className="max-md:hidden" /> : null}
          {agent.builtin ? <Tag className="max-md:hidden">{t("sample")}</Tag> : null}
        </>
      )}
      {draftIs === "changed" ? <Tag tone="accent">{t("unsaved")}</Tag> : null}
    </PageBar>
  );
}

type AgentBarProps = {
  agent: AgentSubject;
  shown: { name: string; form: AgentForm | null; versionNumber: number };
  draftIs: "changed" | "saved";
  /** Why it cannot be saved as it is. */
  problem: string | null;
  mayWrite: boolean;
  saving: SaveState["state"];
  onSave: () => void;
  actions: AgentActions;
};

function SaveButton({
  agent,
  draftIs,
  problem,
  saving,
  onSave,
}: Omit<AgentBarProps, "shown" | "mayWrite" | "actions">) {
  const t = useTranslations("agents");
  const nothing = agent !== "new" && draftIs === "saved";
  return (
    <Button
      variant="primary"
      onClick={onSave}
      disabled={nothing || saving !== "ready"}
      title={nothing ? t("nothingToSave") : (problem ?? undefined)}
    >
      <Save aria-hidden className="max-sm:hidden" />
      {t(saving === "ready" ? (agent === "new" ? "create" : "save") : "saving")}
      <Kbd keys="mod+s" className="max-sm:hidden" />
    </Button>
  );
}
