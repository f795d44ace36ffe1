"use client";
import { Copy } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { Outcome } from "#lib/auth/guard.ts";
import type { ToolDetail } from "#lib/registry/schema.ts";
import { beginDraft, isBehind, rebase, type ToolDraft } from "./code-draft.ts";

/** What stands between the writer and a save: a built-in tool, a version that somebody else saved, a refused save. */
export function CodeNotice({ tool, draft, access, refusal, onChange, onDuplicate }: CodeNoticeProps) {
  const t = useTranslations("tools.code");
  return (
    <>
      {access === "read" && tool.builtin ? <BuiltinNotice onDuplicate={onDuplicate} /> : null}
      {isBehind(draft, tool) ? (
        <Notice
          tone="warn"
          text={t("behind", { version: tool.versionNumber })}
          actions={
            <>
              <Button size="sm" onClick={() => onChange((current) => rebase(current, tool))}>
                {t("keepMine")}
              </Button>
              <Button size="sm" variant="danger" onClick={() => onChange(() => beginDraft(tool))}>
                {t("discardMine")}
              </Button>
            </>
          }
        />
      ) : null}
      {refusal ? <Notice tone="bad" text={refusal} /> : null}
    </>
  );
}

type CodeNoticeProps = {
  tool: ToolDetail;
  draft: ToolDraft;
  access: "write" | "read";
  refusal: string | null;
  onChange: (change: (draft: ToolDraft) => ToolDraft) => void;
  onDuplicate: () => Promise<Outcome<{ name: string }>>;
};

function BuiltinNotice({ onDuplicate }: Pick<CodeNoticeProps, "onDuplicate">) {
  const t = useTranslations("tools.code");
  const router = useRouter();
  const [refusal, setRefusal] = useState<string | null>(null);
  const duplicate = async () => {
    const answer = await onDuplicate();
    if (!answer.ok) return setRefusal(answer.error.message);
    router.push(`/tools/${encodeURIComponent(answer.value.name)}?tab=code`);
    router.refresh();
  };
  return (
    <Notice
      tone={refusal ? "bad" : "neutral"}
      text={refusal ?? t("builtin")}
      actions={
        <Button size="sm" onClick={() => void duplicate()}>
          <Copy aria-hidden />
          {t("duplicate")}
        </Button>
      }
    />
  );
}
