"use client";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { type AgentDraft, type AgentText, beginDraft, isBehind, rebase } from "./agent-draft.ts";
import type { SaveState } from "./use-save-agent.ts";

/** What stands between the writer and a save: a version that somebody else saved, a refused save, what is wrong in the file. */
export function AgentNotice({ draft, version, problems, saving, onChange }: AgentNoticeProps) {
  const t = useTranslations("agents");
  const isOutOfSight = problems.some(({ path }) => !HAS_FIELD.test(path));
  const shown = (saving.wasTried || isOutOfSight) && saving.state === "ready" ? problems.slice(0, MOST) : [];
  return (
    <>
      {isBehind(draft, version) ? (
        <Notice
          tone="warn"
          text={t("behind")}
          actions={
            <>
              <Button size="sm" onClick={() => onChange((current) => rebase(current, version))}>
                {t("keepMine")}
              </Button>
              <Button size="sm" variant="danger" onClick={() => onChange(() => beginDraft(version))}>
                {t("discardMine")}
              </Button>
            </>
          }
        />
      ) : null}
      {saving.refusal && !isBehind(draft, version) ? <Notice tone="bad" text={saving.refusal} /> : null}
      {shown.length > 0 ? (
        <Notice
          tone="bad"
          text={
            <ul>
              {shown.map(({ path, message }) => (
                <li key={`${path} ${message}`}>
                  {path === "" ? null : <code className="mr-2 text-12 font-semibold">{path}</code>}
                  {message}
                </li>
              ))}
              {problems.length > MOST ? <li>{t("moreProblems", { count: problems.length - MOST })}</li> : null}
            </ul>
          }
        />
      ) : null}
    </>
  );
}

type AgentNoticeProps = {
  draft: AgentDraft;
  version: AgentText;
  problems: readonly { path: string; message: string }[];
  saving: SaveState;
  onChange: (change: (draft: AgentDraft) => AgentDraft) => void;
};

const MOST = 4;

/** Places where the form itself says what is wrong. */
const HAS_FIELD =
  /^(agents\.\d+\.)?(name|description|instructions|output|history|resetToolChoice|model\.(provider|name|rehearsal)|settings\.\w+|limits\.\w+|tools\.\d+(\.(version|configuration|description))?)$/;
