"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { parseJson } from "#components/run/json/json-node.ts";
import { JsonTree } from "#components/run/json/json-tree.tsx";
import { ScrollArea } from "#components/run/scroll-area.tsx";
import { SafeText } from "#components/run/text/safe-text.tsx";
import { Button } from "#components/ui/button.tsx";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "#components/ui/menu.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import type { ModelQuestion } from "#lib/agents/model-question.ts";
import { PersonCall } from "./person-call.tsx";
import { useSessionPlace } from "./session-context.tsx";

/** The place of a person who is the model: what a model would be sent, and its answer by hand. `asked` is the turn that waits. */
export function PersonForm({ asked }: { asked: string }) {
  const t = useTranslations("session.person");
  const { actions, sessionId } = useSessionPlace();
  const [question, setQuestion] = useState<ModelQuestion | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn is another question
  useEffect(() => {
    let left = false;
    void actions.readQuestion({ sessionId }).then((read) => {
      if (left) return;
      if (read.ok) setQuestion(read.value);
      else setProblem(read.error.message);
    });
    return () => {
      left = true;
    };
  }, [asked, actions, sessionId]);
  if (problem !== null) return <p className="mb-1.5 text-danger-text">{problem}</p>;
  if (!question) return <p className="mb-1.5 text-ink-2">{t("reading")}</p>;
  return <Answer key={`${question.runId}/${question.turn}`} question={question} />;
}

function Answer({ question }: { question: ModelQuestion }) {
  const t = useTranslations("session.person");
  const { actions, sessionId } = useSessionPlace();
  const [text, setText] = useState("");
  const [calls, setCalls] = useState<readonly { key: number; name: string; arguments: string }[]>([]);
  const [state, setState] = useState<"ready" | "sending">("ready");
  const [problem, setProblem] = useState<string | null>(null);
  const tools = question.tools.filter(({ type }) => type === "function");

  async function send() {
    setState("sending");
    const said = calls.map(({ name, arguments: sent }) => ({ name, arguments: sent }));
    const answered = await actions.answer({
      sessionId,
      answer: { runId: question.runId, turn: question.turn, text, calls: said },
    });
    setState("ready");
    setProblem(answered.ok ? null : answered.error.message);
  }

  return (
    <form
      aria-label={t("label")}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      className="mb-1.5 flex max-h-[55dvh] flex-col gap-2 overflow-y-auto rounded-md border border-accent-line bg-surface p-3"
    >
      <p className="font-semibold">{t("title")}</p>
      <WhatTheModelSees question={question} />
      <Textarea
        aria-label={t("text")}
        placeholder={t("text")}
        value={text}
        onChange={({ target }) => setText(target.value)}
        className="text-14"
      />
      {calls.map((call) => (
        <PersonCall
          key={call.key}
          id={`person-${call.key}`}
          schema={tools.find(({ name }) => name === call.name)?.parameters}
          name={call.name}
          onChange={(sent) =>
            setCalls((all) => all.map((each) => (each.key === call.key ? { ...each, arguments: sent } : each)))
          }
          onRemove={() => setCalls((all) => all.filter(({ key }) => key !== call.key))}
        />
      ))}
      {problem ? <p className="text-danger-text">{problem}</p> : null}
      <div className="flex items-center gap-2">
        {tools.length > 0 ? (
          <Menu>
            <MenuTrigger asChild>
              <Button size="sm">
                <Plus aria-hidden />
                {t("addCall")}
              </Button>
            </MenuTrigger>
            <MenuContent>
              {tools.map(({ name }) => (
                <MenuItem
                  key={String(name)}
                  onSelect={() =>
                    setCalls((all) => [...all, { key: Date.now() + all.length, name: String(name), arguments: "{}" }])
                  }
                >
                  {String(name)}
                </MenuItem>
              ))}
            </MenuContent>
          </Menu>
        ) : null}
        <Button
          size="sm"
          variant="primary"
          type="submit"
          className="ml-auto"
          disabled={state === "sending" || (text.trim() === "" && calls.length === 0)}
        >
          {t("answer")}
        </Button>
      </div>
    </form>
  );
}

function WhatTheModelSees({ question }: { question: ModelQuestion }) {
  const t = useTranslations("session.person");
  const [root] = useState(() => parseJson(JSON.stringify(question.input)));
  return (
    <details className="rounded-sm border border-line bg-sunken">
      <summary className="px-2 py-1 text-12 text-ink-2">
        {t("sees", { items: question.input.length, tools: question.tools.length })}
      </summary>
      <ScrollArea label={t("instructions")} className="max-h-32 border-t border-line px-2 py-1 text-12">
        <p className="whitespace-pre-wrap">
          <SafeText text={question.instructions} />
        </p>
      </ScrollArea>
      <div className="flex h-56 border-t border-line">{root ? <JsonTree label={t("input")} root={root} /> : null}</div>
    </details>
  );
}
