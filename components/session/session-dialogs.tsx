"use client";

import { usePathname, useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type SubmitEvent, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogClose, DialogContent } from "#components/ui/dialog.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import type { SessionSummary } from "#lib/agents/schema.ts";
import type { SessionListActions } from "./actions.ts";

type Common = { session: SessionSummary; onChanged: () => void; onClose: () => void };

/** Asks for a session's new name. */
export function RenameDialog({ session, rename, onChanged, onClose }: Common & Pick<SessionListActions, "rename">) {
  const t = useTranslations("session.dialog");
  const [title, setTitle] = useState(session.title);
  const [problem, setProblem] = useState<string | null>(null);

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    const renamed = await rename({ sessionId: session.id, title });
    if (!renamed.ok) return setProblem(renamed.error.message);
    onChanged();
    onClose();
  }

  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent
        title={t("rename")}
        footer={
          <>
            <DialogClose asChild>
              <Button>{t("cancel")}</Button>
            </DialogClose>
            <Button variant="primary" type="submit" form="rename-session" disabled={title.trim() === ""}>
              {t("save")}
            </Button>
          </>
        }
      >
        <form id="rename-session" onSubmit={(event) => void submit(event)}>
          <Field label={t("title")} htmlFor="session-title" error={problem}>
            <Input autoFocus value={title} maxLength={200} onChange={({ target }) => setTitle(target.value)} />
          </Field>
        </form>
      </DialogContent>
    </Dialog>
  );
}

/** Asks before a session goes for good. */
export function DeleteDialog({ session, remove, onChanged, onClose }: Common & Pick<SessionListActions, "remove">) {
  const t = useTranslations("session.dialog");
  const router = useRouter();
  const here = usePathname();
  const [problem, setProblem] = useState<string | null>(null);

  async function act() {
    const removed = await remove({ sessionId: session.id });
    if (!removed.ok) return setProblem(removed.error.message);
    onChanged();
    onClose();
    if (here === `/sessions/${session.id}`) router.push("/sessions");
  }

  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent
        title={t("delete")}
        description={t("deleteHint", { title: session.title })}
        footer={
          <>
            <DialogClose asChild>
              <Button>{t("cancel")}</Button>
            </DialogClose>
            <Button variant="danger" onClick={() => void act()}>
              {t("deleteNow")}
            </Button>
          </>
        }
      >
        {problem ? (
          <p role="alert" className="text-danger-text">
            {problem}
          </p>
        ) : (
          <p className="text-ink-2">{t("deleteWhat")}</p>
        )}
      </DialogContent>
    </Dialog>
  );
}
