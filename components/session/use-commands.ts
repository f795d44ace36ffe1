"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useToast } from "#components/ui/toast.tsx";
import type { SessionState } from "#lib/agents/schema.ts";
import { exportUrl } from "./export-url.ts";
import { useSessionPlace } from "./session-context.tsx";
import { useSessionList } from "./session-list-context.tsx";
import type { Suggestion } from "./suggestions.ts";

export type Command =
  | "stop"
  | "continue"
  | "rename"
  | "export-markdown"
  | "export-json"
  | "save-rehearsal"
  | "archive"
  | "delete"
  | "new";

/** What is asked of the list beside the page. */
const OF_THE_LIST: ReadonlySet<Command> = new Set(["rename", "archive", "delete", "new"]);

/** What can be done with the session by a word after `/`, and by the page's own buttons. */
export function useCommands(state: SessionState): { commands: Suggestion[]; run: (name: Command) => void } {
  const t = useTranslations("session.commands");
  const router = useRouter();
  const say = useToast();
  const { store, actions, sessionId, going } = useSessionPlace();
  const { ask } = useSessionList();

  async function goOn() {
    const begun = await actions.continueSession({ sessionId });
    if (!begun.ok) say({ tone: "bad", title: begun.error.message });
  }

  async function rehearse() {
    const saved = await actions.saveAsRehearsal({ sessionId });
    say(
      saved.ok
        ? { tone: "ok", title: t("rehearsalSaved", { name: saved.value.name }) }
        : { tone: "bad", title: saved.error.message },
    );
  }

  const acts: Record<Command, () => void> = {
    stop: () => void store.stop(),
    continue: () => void goOn(),
    rename: () => ask?.({ act: "rename", session: state }),
    "export-markdown": () => window.location.assign(exportUrl(sessionId, "markdown")),
    "export-json": () => window.location.assign(exportUrl(sessionId, "json")),
    "save-rehearsal": () => void rehearse(),
    archive: () => ask?.({ act: "archive", session: state }),
    delete: () => ask?.({ act: "delete", session: state }),
    new: () => router.push("/sessions/new"),
  };
  const names = (Object.keys(acts) as Command[]).filter(
    (name) => name !== (going === "going" ? "continue" : "stop") && (ask !== null || !OF_THE_LIST.has(name)),
  );
  const commands = names.map((name) => ({ kind: "command" as const, value: name, hint: t(name) }));
  return { commands, run: (name) => acts[name]() };
}
