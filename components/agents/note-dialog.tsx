"use client";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogClose, DialogContent } from "#components/ui/dialog.tsx";
import { Field } from "#components/ui/field.tsx";
import { Textarea } from "#components/ui/textarea.tsx";

const LONGEST_NOTE = 2_000;

/** Asks for a note and whether to go on; it closes when `onConfirm` answers null, and else says what that answers. */
export function NoteDialog({ title, description, confirm, children, onConfirm, onClose }: NoteDialogProps) {
  const t = useTranslations("agents.publish");
  const [note, setNote] = useState("");
  const [refusal, setRefusal] = useState<string | null>(null);
  const [state, setState] = useState<"ready" | "sending">("ready");

  async function send() {
    setState("sending");
    const refused = await onConfirm(note);
    setState("ready");
    setRefusal(refused);
    if (refused === null) onClose();
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={title}
        description={description}
        className="w-[min(560px,calc(100vw-32px))]"
        footer={
          <>
            <DialogClose asChild>
              <Button>{t("cancel")}</Button>
            </DialogClose>
            <Button variant="primary" disabled={state === "sending"} onClick={() => void send()}>
              {confirm}
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-4">
          <Field label={t("note")} hint={t("noteHint")} htmlFor="publish-note" error={refusal}>
            <Textarea
              rows={3}
              value={note}
              maxLength={LONGEST_NOTE}
              placeholder={t("notePlaceholder")}
              onChange={(event) => setNote(event.target.value)}
            />
          </Field>
          {children}
        </div>
      </DialogContent>
    </Dialog>
  );
}

type NoteDialogProps = {
  title: string;
  description: string;
  confirm: string;
  children?: ReactNode;
  onConfirm: (note: string) => Promise<string | null>;
  onClose: () => void;
};
