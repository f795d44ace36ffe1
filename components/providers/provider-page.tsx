"use client";
import { Save, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogClose, DialogContent } from "#components/ui/dialog.tsx";
import { Kbd } from "#components/ui/kbd.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { useShortcut } from "#components/ui/use-shortcut.ts";
import type { ProviderSummary } from "#lib/providers/schema.ts";
import type { ProviderActions } from "./actions.ts";
import { ModelList, type Models } from "./model-list.tsx";
import { ProviderBar } from "./provider-bar.tsx";
import { ProviderCheck } from "./provider-check.tsx";
import { ProviderFields } from "./provider-fields.tsx";
import { useProviderEdit } from "./use-provider-edit.ts";

type Props = { provider: ProviderSummary; taken: readonly string[]; mayWrite: boolean; actions: ProviderActions };

/** A provider: what is set of it, whether it works, and which models it has. */
export function ProviderPage({ provider, taken, mayWrite, actions }: Props) {
  const t = useTranslations("providers");
  const router = useRouter();
  const edit = useProviderEdit({ provider, taken, update: actions.update });
  const [models, setModels] = useState<Models>({ state: "unknown", names: [], problem: null });
  useShortcut("mod+s", () => void (mayWrite && edit.save()));

  async function list() {
    setModels((before) => ({ ...before, state: "reading" }));
    const answer = await actions.listModels({ providerId: provider.id });
    const found = answer.ok ? { names: answer.value, problem: null } : { names: [], problem: answer.error.message };
    setModels({ state: "read", ...found });
  }

  async function remove() {
    const answer = await actions.remove({ providerId: provider.id });
    if (answer.ok) router.push("/settings/providers");
    else edit.refuse(answer.error.message);
  }

  return (
    <>
      <ProviderBar
        title={provider.name}
        tags={
          <>
            {provider.isDefault ? <Tag tone="accent">{t("default")}</Tag> : null}
            {mayWrite ? null : <Tag>{t("readOnly")}</Tag>}
            {edit.hasEdits ? <Tag tone="accent">{t("unsaved")}</Tag> : null}
          </>
        }
        actions={
          mayWrite ? (
            <>
              <RemoveButton name={provider.name} onRemove={() => void remove()} />
              <Button
                variant="primary"
                disabled={!edit.hasEdits || edit.state === "saving"}
                onClick={() => void edit.save()}
              >
                <Save aria-hidden className="max-sm:hidden" />
                {t(edit.state === "saving" ? "saving" : "save")}
                <Kbd keys="mod+s" className="max-sm:hidden" />
              </Button>
            </>
          ) : null
        }
      />
      {mayWrite ? null : <Notice tone="neutral" text={t("readOnlyHint")} />}
      {edit.refusal ? <Notice tone="bad" text={edit.refusal} /> : null}
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_400px] overflow-y-auto max-lg:grid-cols-1 max-lg:content-start">
        <div className="w-full max-w-160 p-4">
          <ProviderFields
            values={edit.values}
            stored={provider}
            problems={edit.problems}
            example={provider.baseUrl}
            models={models.names}
            readOnly={!mayWrite}
            onChange={edit.change}
          />
        </div>
        <div className="min-w-0 border-line max-lg:border-t lg:border-l">
          <ProviderCheck providerId={provider.id} mayCheck={mayWrite} hasEdits={edit.hasEdits} />
          <ModelList
            models={models}
            defaultModel={edit.values.defaultModel}
            readOnly={!mayWrite}
            onList={() => void list()}
            onChoose={(defaultModel) => edit.change({ ...edit.values, defaultModel })}
          />
        </div>
      </div>
    </>
  );
}

function RemoveButton({ name, onRemove }: { name: string; onRemove: () => void }) {
  const t = useTranslations("providers.remove");
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="ghost" shape="square" aria-label={t("action", { name })} onClick={() => setAsking(true)}>
        <Trash2 aria-hidden />
      </Button>
      <Dialog open={asking} onOpenChange={setAsking}>
        <DialogContent
          title={t("title", { name })}
          footer={
            <>
              <DialogClose asChild>
                <Button>{t("cancel")}</Button>
              </DialogClose>
              <Button
                variant="danger"
                onClick={() => {
                  setAsking(false);
                  onRemove();
                }}
              >
                {t("confirm")}
              </Button>
            </>
          }
        >
          <p className="text-ink-2">{t("text")}</p>
        </DialogContent>
      </Dialog>
    </>
  );
}
