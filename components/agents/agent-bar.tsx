"use client";
import { FlaskConical, MessageSquarePlus, Save } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { PageBar, PageTitle } from "#components/shell/page-bar.tsx";
import { AgentMark } from "#components/ui/agent-mark.tsx";
import { Button } from "#components/ui/button.tsx";
import { Kbd } from "#components/ui/kbd.tsx";
import { Tag } from "#components/ui/tag.tsx";
import type { AgentActions, AgentSubject } from "./actions.ts";
import type { AgentDraft, AgentText } from "./agent-draft.ts";
import { type AgentForm, answeredBy } from "./agent-form.ts";
import { AgentMenu } from "./agent-menu.tsx";
import { ByTag } from "./by-tag.tsx";
import { PublishButton } from "./publish-button.tsx";
import type { SaveState } from "./use-save-agent.ts";

/** Which agent this is, what became of it, and what one can do with it. */
export function AgentBar({ agent, shown, draftIs, problem, mayWrite, saving, ...acts }: AgentBarProps) {
  const t = useTranslations("agents");
  const router = useRouter();
  const { actions, onSave, onPublish } = acts;
  const waits = draftIs === "changed" || shown.draft.base.state !== "published";
  return (
    <PageBar
      actions={
        <>
          {agent === "new" ? null : (
            <>
              {shown.draft.base.versionNumber === null ? null : (
                <Button variant="ghost" asChild aria-label={t("startSession")}>
                  <Link href={`/sessions/new?agent=${encodeURIComponent(agent.id)}`}>
                    <MessageSquarePlus aria-hidden />
                    <span className="max-md:hidden">{t("startSession")}</span>
                  </Link>
                </Button>
              )}
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
            <>
              <Button
                variant="ghost"
                aria-label={t("try.title")}
                aria-expanded={acts.trying === "open"}
                className="aria-expanded:bg-selected aria-expanded:text-accent-text"
                onClick={acts.onTry}
              >
                <FlaskConical aria-hidden />
                <span className="max-md:hidden">{t("try.title")}</span>
              </Button>
              <SaveButton agent={agent} draftIs={draftIs} problem={problem} saving={saving} onSave={onSave} />
              {agent === "new" ? null : (
                <PublishButton
                  agentId={agent.id}
                  text={shown.draft.text}
                  versionNumber={shown.draft.base.versionNumber}
                  reason={problem ?? (waits ? null : t("publish.nothing"))}
                  readVersion={actions.readVersion}
                  onPublish={onPublish}
                />
              )}
            </>
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
          <StateTag base={shown.draft.base} />
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
  shown: { name: string; form: AgentForm | null; draft: AgentDraft };
  draftIs: "changed" | "saved";
  /** Why it cannot be saved as it is. */
  problem: string | null;
  mayWrite: boolean;
  saving: SaveState["state"];
  onSave: () => void;
  onPublish: (note: string) => Promise<string | null>;
  /** Whether the chat beside it is open. */
  trying: "open" | "closed";
  onTry: () => void;
  actions: AgentActions;
};

/** What sessions begin with, and whether something newer waits to be published. */
function StateTag({ base: { versionNumber, state } }: { base: AgentText }) {
  const t = useTranslations("agents");
  return (
    <>
      {versionNumber === null ? null : (
        <Tag className="font-mono max-sm:hidden">{t("version", { number: versionNumber })}</Tag>
      )}
      {state === "published" ? null : (
        <Tag tone="warn" className="max-sm:hidden">
          {t(`state.${state}`)}
        </Tag>
      )}
    </>
  );
}

function SaveButton({
  agent,
  draftIs,
  problem,
  saving,
  onSave,
}: Omit<AgentBarProps, "shown" | "mayWrite" | "actions" | "onPublish" | "trying" | "onTry">) {
  const t = useTranslations("agents");
  const nothing = agent !== "new" && draftIs === "saved";
  return (
    <Button
      variant={agent === "new" ? "primary" : "secondary"}
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
