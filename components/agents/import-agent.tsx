"use client";
import { FileJson2 } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { type DragEvent, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Dialog, DialogContent } from "#components/ui/dialog.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import type { AgentListActions } from "./actions.ts";
import { type FileIssue, readForm } from "./agent-form.ts";

type Props = { create: AgentListActions["create"]; onImported: (id: string) => void; onClose: () => void };

/** Brings in an agent file, dropped, chosen or pasted. What is wrong with it is said with its place. */
export function ImportAgent({ create, onImported, onClose }: Props) {
  const t = useTranslations("agents.import");
  const tProblem = useTranslations("agents.problem");
  const locale = useLocale();
  const [text, setText] = useState("");
  const [issues, setIssues] = useState<FileIssue[]>([]);
  const [sending, setSending] = useState(false);

  async function send() {
    const read = readForm(text, { locale, notJson: (why) => tProblem("notJson", { why }) });
    setIssues(read.issues);
    if (read.issues.length > 0 || sending) return;
    setSending(true);
    const answer = await create({ text });
    setSending(false);
    if (answer.ok) onImported(answer.value.id);
    else setIssues([{ path: "", message: answer.error.message }]);
  }

  const write = (next: string) => {
    setText(next);
    setIssues([]);
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t("title")}
        description={t("description")}
        className="w-[min(640px,calc(100vw-32px))]"
        footer={
          <>
            <Button onClick={onClose}>{t("cancel")}</Button>
            <Button variant="primary" disabled={text.trim() === "" || sending} onClick={() => void send()}>
              {t("send")}
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-3">
          <FileZone onText={write} />
          <Textarea
            aria-label={t("paste")}
            placeholder={t("paste")}
            value={text}
            rows={8}
            spellCheck={false}
            aria-invalid={issues.length > 0 || undefined}
            aria-describedby={issues.length > 0 ? "import-issues" : undefined}
            className="max-h-72 font-mono text-12"
            onChange={(event) => write(event.target.value)}
          />
          {issues.length > 0 ? (
            <ul id="import-issues" role="alert" className="text-danger-text">
              {issues.map(({ path, message }) => (
                <li key={`${path} ${message}`}>
                  {path === "" ? null : <code className="mr-2 text-12 font-semibold">{path}</code>}
                  {message}
                </li>
              ))}
            </ul>
          ) : null}
        </div>
      </DialogContent>
    </Dialog>
  );
}

function FileZone({ onText }: { onText: (text: string) => void }) {
  const t = useTranslations("agents.import");
  const chooser = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState<"zone" | "elsewhere">("elsewhere");
  const read = async (file: File | undefined) => {
    if (file) onText((await file.text()).replace(/^\uFEFF/, ""));
  };
  return (
    <fieldset
      onDragOver={(event: DragEvent) => {
        event.preventDefault();
        setOver("zone");
      }}
      onDragLeave={() => setOver("elsewhere")}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        setOver("elsewhere");
        void read(event.dataTransfer.files[0]);
      }}
      className={cn(
        "flex flex-wrap items-center justify-center gap-3 rounded-md border border-dashed px-4 py-5 transition-colors",
        over === "zone" ? "border-accent bg-accent-soft" : "border-line-input bg-sunken",
      )}
    >
      <legend className="sr-only">{t("file")}</legend>
      <FileJson2 aria-hidden className="size-5 stroke-[1.5] text-ink-3" />
      <p>{t(over === "zone" ? "letGo" : "drop")}</p>
      <Button size="sm" onClick={() => chooser.current?.click()}>
        {t("choose")}
      </Button>
      <input
        ref={chooser}
        type="file"
        hidden
        accept=".json,application/json"
        data-testid="agent-file"
        onChange={(event) => {
          void read(event.target.files?.[0]);
          // The same file may be chosen again after it changed.
          event.target.value = "";
        }}
      />
    </fieldset>
  );
}
