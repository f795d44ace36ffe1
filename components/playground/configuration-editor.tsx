"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import { useIssueText } from "#components/schema-form/issue-text.ts";
import { SchemaForm } from "#components/schema-form/schema-form.tsx";
import { useSchemaForm } from "#components/schema-form/use-schema-form.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import type { Outcome } from "#lib/auth/guard.ts";
import type { ConfigurationSummary, ToolDetail } from "#lib/registry/schema.ts";
import type { ToolActions } from "./actions.ts";

type Props = {
  tool: ToolDetail;
  /** The one to change, or null for a new one. */
  configuration: ConfigurationSummary | null;
  actions: ToolActions;
  onSaved: (configurationId: string) => void;
  onClose: () => void;
};

/** Makes or changes a named set of UserParameters; a stored secret can be replaced or cleared here, never read. */
export function ConfigurationEditor({ tool, configuration, actions, onSaved, onClose }: Props) {
  const t = useTranslations("playground");
  const issueText = useIssueText();
  const [name, setName] = useState(configuration?.name ?? "");
  const form = useSchemaForm({
    schema: tool.contract.userParameters,
    text: configuration?.masked ?? "{}",
    audience: "user",
    secretsSet: configuration?.secretsSet ?? [],
  });
  const { act, refusal, isPending } = useAct(onClose);
  const known = configuration ? { configurationId: configuration.id } : {};
  const input = { toolId: tool.id, name, values: form.text, cleared: [...form.cleared], ...known };
  const save = () =>
    act(
      () => actions.saveConfiguration(input),
      (saved) => onSaved(saved.id),
    );
  const remove = (configurationId: string) => act(() => actions.deleteConfiguration({ configurationId }));
  const [issue] = form.issues;
  const reason = name.trim() === "" ? t("nameFirst") : issue ? issueText(issue, "form") : null;
  const cannotSave = isPending || reason !== null;

  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!cannotSave) save();
      }}
    >
      <Field label={t("configurationName")} htmlFor="configuration-name" error={refusal}>
        <Input
          value={name}
          onChange={(event) => setName(event.target.value)}
          placeholder={t("configurationNamePlaceholder")}
          maxLength={80}
          autoFocus
        />
      </Field>
      <SchemaForm form={form} label={t("userParameters")} idPrefix="configuration" />
      <div className="flex items-center gap-2">
        <Button type="submit" variant="primary" disabled={cannotSave}>
          {t(isPending ? "saving" : "save")}
        </Button>
        <Button onClick={onClose}>{t("cancel")}</Button>
        {reason ? <p className="min-w-0 text-12 text-ink-3">{reason}</p> : null}
        {configuration ? <RemoveButton onRemove={() => remove(configuration.id)} /> : null}
      </div>
    </form>
  );
}

/** Asks the server; when it agreed, the page is read again and `onDone` called. */
function useAct(onDone: () => void) {
  const router = useRouter();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isPending, startTransition] = useTransition();
  function act<T>(work: () => Promise<Outcome<T>>, agreed?: (value: T) => void) {
    startTransition(async () => {
      const answer = await work();
      if (!answer.ok) return setRefusal(answer.error.message);
      agreed?.(answer.value);
      router.refresh();
      onDone();
    });
  }
  return { act, refusal, isPending };
}

/** A second press removes; looking elsewhere takes the first one back. */
function RemoveButton({ onRemove }: { onRemove: () => void }) {
  const t = useTranslations("playground");
  const [pressed, setPressed] = useState<"never" | "once">("never");
  return (
    <Button
      variant={pressed === "once" ? "danger" : "ghost"}
      className="ml-auto text-danger-text"
      onClick={() => (pressed === "once" ? onRemove() : setPressed("once"))}
      onBlur={() => setPressed("never")}
    >
      {t(pressed === "once" ? "removeForGood" : "remove")}
    </Button>
  );
}
