"use client";

import { Eye, FileText, ScrollText, SquareArrowOutUpRight } from "lucide-react";
import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { playgroundOf } from "#components/playground/origin.ts";
import { ArtifactList } from "#components/run/artifact-list.tsx";
import { CopyButton } from "#components/run/copy-button.tsx";
import { SandboxWord } from "#components/run/how-it-ran.tsx";
import { LogView } from "#components/run/log/log-view.tsx";
import { useLines } from "#components/run/log/use-lines.ts";
import { SafeText } from "#components/run/text/safe-text.tsx";
import { useTokenCount } from "#components/run/tokens.ts";
import { Button } from "#components/ui/button.tsx";
import type { PinnedTool } from "#lib/runs/agent-schema.ts";
import type { RunPart } from "#lib/runs/transcript.ts";
import type { Call } from "#lib/runs/turn.ts";
import { CallResult } from "./call-result.tsx";
import { HandoffTools } from "./handoff-tools.tsx";
import { InlineCode } from "./inline-code.tsx";
import { useKept } from "./kept-state.tsx";
import { NestedRun } from "./nested-run.tsx";
import { useSessionPlace } from "./session-context.tsx";

type Props = { call: Call; tool: PinnedTool | undefined; asked: RunPart | null };
type More = "model" | "log" | "stderr" | "artifacts";

/** Arguments and result of a call beside each other, and below them what else is known of it. */
export function CallBody({ call, tool, asked }: Props) {
  const t = useTranslations("session.calls");
  const [more, setMore] = useKept<More | null>(`more ${call.key}`, null);
  const sent = call.view.call?.arguments ?? call.arguments;
  return (
    <div className="border-t border-line">
      {asked ? <NestedRun run={asked} /> : null}
      <div className="grid grid-cols-[minmax(140px,2fr)_minmax(0,3fr)] bg-sunken not-first:border-t not-first:border-line @max-[480px]/calls:grid-cols-1">
        <Cell title={t("arguments")}>
          {sent === "" ? (
            <p className="text-12 text-ink-3">{t("noArguments")}</p>
          ) : (
            <InlineCode label={t("arguments")} text={sent} />
          )}
        </Cell>
        <Cell
          title={t("result")}
          note={<Tokens text={call.view.modelResult} />}
          className="border-l border-line @max-[480px]/calls:border-t @max-[480px]/calls:border-l-0"
        >
          <CallResult call={call} />
        </Cell>
      </div>
      {call.refused === null ? null : (
        <p className="text-12 text-danger-text">
          {t("refused")} <SafeText text={call.refused} />
        </p>
      )}
      {call.stub === null ? null : (
        <p className="border-t border-line bg-warn-soft px-2.5 py-1 text-12 text-warn-text">
          {t("stub")} <SafeText text={call.stub} />
        </p>
      )}
      <div className="flex flex-col gap-1 px-2.5 empty:hidden not-empty:border-t not-empty:border-line not-empty:py-1.5">
        <HandoffTools call={call} />
      </div>
      {call.sentBack === null ? null : (
        <p className="flex flex-wrap gap-x-2 border-t border-line px-2.5 py-1 text-12 text-ink-2">
          {t(call.sentBack.edited ? "sentBackEdited" : "sentBack")}
          {tool ? (
            <Link
              href={`/tools/${encodeURIComponent(tool.toolName)}?run=${encodeURIComponent(call.sentBack.runId)}`}
              className="text-accent-text"
            >
              {t("sentBackRun")}
            </Link>
          ) : null}
        </p>
      )}
      <Acts call={call} tool={tool} more={more} onMore={(next) => setMore(more === next ? null : next)} />
      {more === null ? null : (
        <div className="flex max-h-64 min-h-0 flex-col border-t border-line bg-sunken">
          <MoreView more={more} call={call} />
        </div>
      )}
    </div>
  );
}

function Cell(props: { title: string; note?: ReactNode; className?: string; children: ReactNode }) {
  return (
    <div className={`min-w-0 px-2.5 py-2 ${props.className ?? ""}`}>
      <p className="mb-0.5 flex items-baseline justify-between gap-2 text-12 text-ink-3">
        <span>{props.title}</span>
        {props.note}
      </p>
      {props.children}
    </div>
  );
}

/** How much of the model's attention the result takes. */
function Tokens({ text }: { text: string | null }) {
  const t = useTranslations("run.model");
  const count = useTokenCount(text);
  if (!count) return null;
  return <span>{t(count.precision === "exact" ? "tokens" : "aboutTokens", { count: count.tokens })}</span>;
}

type ActsProps = Omit<Props, "asked"> & { more: More | null; onMore: (more: More) => void };

function Acts({ call, tool, more, onMore }: ActsProps) {
  const t = useTranslations("session.calls");
  const format = useFormatter();
  const { view } = call;
  const ending = view.ending;
  const log = useLines(view.stdout).count;
  const stderr = useLines(view.stderr).count;
  const sent = view.call?.arguments ?? call.arguments;
  const choice = (name: More, icon: ReactNode, label: string) => (
    <Button
      variant="ghost"
      size="sm"
      aria-pressed={more === name}
      className="aria-pressed:bg-selected aria-pressed:text-ink"
      onClick={() => onMore(name)}
    >
      {icon}
      {label}
    </Button>
  );
  return (
    <div className="flex flex-wrap items-center gap-1 border-t border-line px-1.5 py-1">
      {tool?.toolId ? (
        <Button variant="ghost" size="sm" asChild>
          <Link href={playgroundOf(tool.toolName, call)}>
            <SquareArrowOutUpRight aria-hidden />
            {t("openInPlayground")}
          </Link>
        </Button>
      ) : null}
      {view.modelResult === null ? null : choice("model", <Eye aria-hidden />, t("model"))}
      {log > 0 ? choice("log", <ScrollText aria-hidden />, `${t("log")} ${format.number(log)}`) : null}
      {stderr > 0 ? choice("stderr", <ScrollText aria-hidden />, `stderr ${format.number(stderr)}`) : null}
      {view.artifacts.length > 0
        ? choice("artifacts", <FileText aria-hidden />, `${t("artifacts")} ${format.number(view.artifacts.length)}`)
        : null}
      <CopyButton text={() => view.result?.text ?? view.failure?.message ?? sent} />
      <span className="ml-auto flex min-w-0 gap-1 truncate pr-1 text-12 text-ink-3">
        {ending?.backEnd ? <span>{ending.backEnd}</span> : null}
        {ending?.sandbox ? (
          <>
            <span>·</span>
            <SandboxWord level={ending.sandbox} />
          </>
        ) : null}
      </span>
    </div>
  );
}

function MoreView({ more, call }: { more: More; call: Call }) {
  const t = useTranslations("session.calls");
  const { view, state, name, turn, index } = call;
  const place = useSessionPlace();
  const lines = { log: useLines(view.stdout), stderr: useLines(view.stderr) };
  const live = state === "running" ? "live" : "ended";
  if (more === "model") {
    return <InlineCode label={t("model")} text={view.modelResult ?? ""} className="px-2.5 py-2" />;
  }
  if (more === "artifacts") {
    return <ArtifactList folder={place.folder} artifacts={view.artifacts} opened={null} onOpen={place.openArtifact} />;
  }
  return (
    <div className="flex h-48">
      <LogView label={`${t(more)} · ${name} ${turn}.${index + 1}`} lines={lines[more]} wrap="wrap" live={live} />
    </div>
  );
}
