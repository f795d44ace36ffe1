"use client";

import { CornerDownRight, ListPlus, RotateCw, Undo2, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { SafeText } from "#components/run/text/safe-text.tsx";
import { Button } from "#components/ui/button.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { PendingInput } from "#lib/agents/schema.ts";
import { useSessionPlace } from "./session-context.tsx";
import type { Outgoing } from "./session-store.ts";

type Props = {
  inputs: readonly PendingInput[];
  outbox: readonly Outgoing[];
  /** Takes the text of a message back into the composer. */
  onTakeBack: (text: string) => void;
};

/** What was said and waits for its turn, and what could not be sent; each can be taken back. */
export function WaitingMessages({ inputs, outbox, onTakeBack }: Props) {
  const t = useTranslations("session.waiting");
  const { going } = useSessionPlace();
  const own = outbox.filter(({ state }) => state === "failed" || going === "going");
  if (inputs.length + own.length === 0) return null;
  return (
    <ul
      aria-label={t("label")}
      className="mb-1.5 max-h-40 divide-y divide-line overflow-y-auto rounded-md border border-line bg-sunken"
    >
      {inputs.map((input) => (
        <WaitingInput key={input.id} input={input} onTakeBack={onTakeBack} />
      ))}
      {own.map((outgoing) => (
        <OwnMessage key={outgoing.id} outgoing={outgoing} onTakeBack={onTakeBack} />
      ))}
    </ul>
  );
}

function WaitingInput({ input, onTakeBack }: { input: PendingInput; onTakeBack: (text: string) => void }) {
  const t = useTranslations("session.waiting");
  const say = useToast();
  const { actions, sessionId, mayWrite } = useSessionPlace();
  const [state, setState] = useState<"ready" | "asking">("ready");

  async function withdraw() {
    setState("asking");
    const withdrawn = await actions.withdraw({ sessionId, inputId: input.id });
    setState("ready");
    if (withdrawn.ok) onTakeBack(input.text);
    else say({ tone: "bad", title: withdrawn.error.message });
  }

  return (
    <Item
      icon={input.kind === "steer" ? CornerDownRight : ListPlus}
      word={t(input.kind === "steer" ? "steers" : "queued")}
      text={input.text || input.files.map(({ name }) => name).join(", ")}
    >
      {mayWrite ? (
        <Button variant="ghost" size="sm" disabled={state === "asking"} onClick={() => void withdraw()}>
          <Undo2 aria-hidden />
          {t("takeBack")}
        </Button>
      ) : null}
    </Item>
  );
}

function OwnMessage({ outgoing, onTakeBack }: { outgoing: Outgoing; onTakeBack: (text: string) => void }) {
  const t = useTranslations("session.waiting");
  const { store } = useSessionPlace();
  const { id, text, files, mode, state, problem } = outgoing;
  const said = text || files.map(({ name }) => name).join(", ");
  if (state !== "failed") {
    return <Item icon={mode === "steer" ? CornerDownRight : ListPlus} word={t("sending")} text={said} />;
  }
  return (
    <li role="alert" className="flex flex-wrap items-center gap-x-2 bg-danger-soft px-2.5 py-1 text-12">
      <span className="min-w-0 flex-1 truncate text-14">
        <SafeText text={said} />
      </span>
      <Button size="sm" onClick={() => void store.sendAgain(id)}>
        <RotateCw aria-hidden />
        {t("sendAgain")}
      </Button>
      <Button
        size="sm"
        variant="ghost"
        onClick={() => {
          store.discard(id);
          onTakeBack(text);
        }}
      >
        <X aria-hidden />
        {t("takeBack")}
      </Button>
      <span className="w-full text-danger-text">{problem?.message ?? t("unreachable")}</span>
    </li>
  );
}

type ItemProps = { icon: typeof ListPlus; word: string; text: string; children?: ReactNode };

function Item({ icon: Icon, word, text, children }: ItemProps) {
  return (
    <li className="flex h-8 items-center gap-2 pr-1 pl-2.5 text-ink-2">
      <Icon aria-hidden className="size-3.5 shrink-0" />
      <span className="shrink-0 text-12">{word}</span>
      <span className="min-w-0 flex-1 truncate text-ink">
        <SafeText text={text} />
      </span>
      {children}
    </li>
  );
}
