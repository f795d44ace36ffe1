"use client";

import { ArrowLeft, ArrowUp, Bot } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { RadioGroup } from "radix-ui";
import { useRef, useState } from "react";
import { readProblem } from "#components/run/problem.ts";
import { PageBar, PageTitle } from "#components/shell/page-bar.tsx";
import { AgentMark } from "#components/ui/agent-mark.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import type { StartSession } from "#lib/agents/schema.ts";
import { FirstMessageBox } from "./first-message-box.tsx";
import { createMessageId } from "./message-id.ts";
import { useDraft } from "./use-draft.ts";

/** What the choice of an agent shows of it. */
type AgentChoice = { id: string; name: string; description: string };

type Props = { agents: readonly AgentChoice[]; chosenId: string | null };

/** A session begins with the choice of an agent and the first message to it. */
export function NewSession({ agents, chosenId }: Props) {
  const t = useTranslations("session.new");
  const [agentId, setAgentId] = useState(chosenId ?? agents[0]?.id ?? "");
  const agent = agents.find(({ id }) => id === agentId);
  return (
    <>
      <PageBar className="max-md:px-2">
        <Button variant="ghost" size="sm" shape="square" asChild className="md:hidden">
          <Link href="/sessions" aria-label={t("back")}>
            <ArrowLeft aria-hidden />
          </Link>
        </Button>
        <PageTitle>{t("title")}</PageTitle>
      </PageBar>
      {agent ? (
        <div className="min-h-0 flex-1 overflow-y-auto">
          <div className="mx-auto flex w-full max-w-180 flex-col gap-5 px-6 py-8 max-md:px-3 max-md:py-4">
            <FirstMessage key={agent.id} agent={agent} />
            <Agents agents={agents} value={agentId} onChange={setAgentId} />
          </div>
        </div>
      ) : (
        <EmptyState icon={Bot} title={t("noAgents")} description={t("noAgentsHint")} />
      )}
    </>
  );
}

function Agents({
  agents,
  value,
  onChange,
}: {
  agents: readonly AgentChoice[];
  value: string;
  onChange: (id: string) => void;
}) {
  const t = useTranslations("session.new");
  return (
    <section>
      <h2 id="agents" className="pb-2 font-semibold">
        {t("agent")}
      </h2>
      <RadioGroup.Root
        aria-labelledby="agents"
        value={value}
        onValueChange={onChange}
        className="grid gap-2 sm:grid-cols-2"
      >
        {agents.map(({ id, name, description }) => (
          <RadioGroup.Item
            key={id}
            value={id}
            className="flex items-start gap-2.5 rounded-md border border-line-strong bg-surface p-3 text-left transition-colors hover:bg-hover data-[state=checked]:border-accent data-[state=checked]:bg-selected"
          >
            <AgentMark name={name} />
            <span className="min-w-0">
              <span className="block truncate font-medium">{name}</span>
              <span className="line-clamp-2 text-12 text-ink-2">{description}</span>
            </span>
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </section>
  );
}

function FirstMessage({ agent }: { agent: AgentChoice }) {
  const t = useTranslations("session.new");
  const { start, state, problem } = useStart(agent.id);
  const [text, write] = useDraft("new");
  const input = useRef<HTMLTextAreaElement>(null);
  const reason = text.trim() === "" ? t("empty") : null;

  async function send() {
    if (reason === null && (await start(text)) === "started") write("");
  }

  return (
    <section className="relative">
      <h2 className="pb-3 text-20 font-semibold text-balance">{t("lead", { agent: agent.name })}</h2>
      <FirstMessageBox
        input={input}
        label={t("message")}
        placeholder={t("placeholder", { agent: agent.name })}
        text={text}
        onChange={write}
        onSend={() => void send()}
      >
        <div className="flex items-center justify-end gap-2 px-2 pb-2">
          <span className="text-12 text-ink-3">{t("keys")}</span>
          <Button
            size="sm"
            variant="primary"
            aria-disabled={reason !== null || state === "starting"}
            title={reason ?? undefined}
            onClick={() => void send()}
          >
            <ArrowUp aria-hidden />
            {t("start")}
          </Button>
        </div>
      </FirstMessageBox>
      {problem ? (
        <p role="alert" className="pt-2 text-danger-text">
          {problem}
        </p>
      ) : null}
    </section>
  );
}

function useStart(agentId: string) {
  const t = useTranslations("session.new");
  const router = useRouter();
  const [messageId] = useState(createMessageId);
  const [state, setState] = useState<"ready" | "starting">("ready");
  const [problem, setProblem] = useState<string | null>(null);

  async function start(text: string): Promise<"started" | "refused"> {
    if (state === "starting") return "refused";
    setState("starting");
    setProblem(null);
    const body: StartSession = { agentId, message: { id: messageId, text, files: [] } };
    const headers = { "Content-Type": "application/json" };
    const request = { method: "POST", headers, body: JSON.stringify(body) };
    const response = await fetch("/api/sessions", request).catch(() => null);
    if (!response?.ok) {
      setProblem((await readProblem(response)).message ?? t("unreachable"));
      setState("ready");
      return "refused";
    }
    const { sessionId } = (await response.json()) as { sessionId: string };
    router.push(`/sessions/${encodeURIComponent(sessionId)}`);
    return "started";
  }

  return { start, state, problem };
}
