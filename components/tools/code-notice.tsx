"use client";
import { Copy, Info, TriangleAlert } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
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

function Notice({ tone, text, actions }: { tone: keyof typeof TONES; text: string; actions?: ReactNode }) {
  const Icon = tone === "neutral" ? Info : TriangleAlert;
  return (
    <div
      role={tone === "bad" ? "alert" : "status"}
      className={cn("flex shrink-0 flex-wrap items-center gap-2 border-b border-line py-1.5 pr-2 pl-4", TONES[tone])}
    >
      <Icon aria-hidden className="size-4 shrink-0 stroke-[1.5]" />
      <p className="min-w-40 flex-1">{text}</p>
      {actions}
    </div>
  );
}

const TONES = {
  neutral: "bg-sunken text-ink-2",
  warn: "bg-warn-soft text-warn-text",
  bad: "bg-danger-soft text-danger-text",
};
