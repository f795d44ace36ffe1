"use client";
import { Rocket } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { AgentActions } from "./actions.ts";
import { listChanges } from "./file-changes.ts";
import { NoteDialog } from "./note-dialog.tsx";
import { useVersionTexts } from "./use-version-texts.ts";
import { ChangeList } from "./version-diff.tsx";

type Props = {
  agentId: string;
  /** What would be published. */
  text: string;
  /** What sessions begin with now. */
  versionNumber: number | null;
  /** Why it cannot be published as it is, or null. */
  reason: string | null;
  readVersion: AgentActions["readVersion"];
  onPublish: (note: string) => Promise<string | null>;
};

/** Publishes an agent, with a note and after a look at what changes. */
export function PublishButton({ agentId, text, versionNumber, reason, readVersion, onPublish }: Props) {
  const t = useTranslations("agents.publish");
  const [asking, setAsking] = useState<"no" | "yes">("no");
  return (
    <>
      <Button
        variant="primary"
        disabled={reason !== null}
        title={reason ?? undefined}
        onClick={() => setAsking("yes")}
        aria-label={t("action")}
      >
        <Rocket aria-hidden className="sm:hidden" />
        <span className="max-sm:hidden">{t("action")}</span>
      </Button>
      {asking === "yes" ? (
        <NoteDialog
          title={t("title", { number: (versionNumber ?? 0) + 1 })}
          description={t(versionNumber === null ? "textFirst" : "text", { number: versionNumber ?? 0 })}
          confirm={t("confirm", { number: (versionNumber ?? 0) + 1 })}
          onConfirm={onPublish}
          onClose={() => setAsking("no")}
        >
          {versionNumber === null ? null : (
            <Changes agentId={agentId} text={text} versionNumber={versionNumber} readVersion={readVersion} />
          )}
        </NoteDialog>
      ) : null}
    </>
  );
}

type ChangesProps = Pick<Props, "agentId" | "text" | "readVersion"> & { versionNumber: number };

function Changes({ agentId, text, versionNumber, readVersion }: ChangesProps) {
  const t = useTranslations("agents.publish");
  const published = useVersionTexts(agentId, [versionNumber], readVersion)(versionNumber);
  const was = published && "text" in published ? published.text : null;
  const changes = useMemo(() => (was === null ? null : listChanges(was, text)), [was, text]);
  if (published === null) return <Skeleton className="h-12" />;
  if (changes === null || changes.length === 0) return null;
  return (
    <div>
      <p className="pb-1 font-medium">{t("changes", { number: versionNumber })}</p>
      <ChangeList changes={changes} />
    </div>
  );
}
