"use client";
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { RadioGroup } from "radix-ui";
import { type SubmitEvent, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Kbd } from "#components/ui/kbd.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { useShortcut } from "#components/ui/use-shortcut.ts";
import type { CreateProvider } from "./actions.ts";
import { PRESETS, type Preset } from "./presets.ts";
import { ProviderBar } from "./provider-bar.tsx";
import { ProviderFields } from "./provider-fields.tsx";
import { readValues, valuesOfPreset } from "./provider-values.ts";

/** A new provider: what kind of server it is, then what differs from the usual. `taken` are the names in use. */
export function NewProvider({ taken, create }: { taken: readonly string[]; create: CreateProvider }) {
  const t = useTranslations("providers");
  const locale = useLocale();
  const router = useRouter();
  const [preset, setPreset] = useState<Preset>(PRESETS[0] as Preset);
  const [values, setValues] = useState(() => valuesOfPreset(preset));
  const [state, setState] = useState<"editing" | "tried" | "saving">("editing");
  const [refusal, setRefusal] = useState<string | null>(null);
  const read = readValues(values, locale);
  const nameProblem = taken.includes(values.name.trim()) ? { name: t("nameTaken", { name: values.name.trim() }) } : {};
  const problems = { ...read.problems, ...nameProblem };
  const isSound = Object.keys(problems).length === 0;

  const choose = (id: string) => {
    const next = PRESETS.find((each) => each.id === id);
    if (!next) return;
    setPreset(next);
    // What was typed and is no preset's own stays.
    const { name, key, headers } = values;
    const isOwnName = name !== "" && !PRESETS.some((each) => each.name === name);
    setValues({ ...valuesOfPreset(next), key, headers, ...(isOwnName ? { name } : {}) });
  };

  async function save() {
    if (!isSound || !read.input || state === "saving") return setState("tried");
    setState("saving");
    const answer = await create({ provider: read.input });
    if (answer.ok) {
      router.push(`/settings/providers/${encodeURIComponent(answer.value.id)}`);
      router.refresh();
    } else {
      setRefusal(answer.error.message);
      setState("tried");
    }
  }
  useShortcut("mod+s", () => void save());

  return (
    <>
      <ProviderBar title={t("new")} />
      {refusal ? <Notice tone="bad" text={refusal} /> : null}
      <form
        className="min-h-0 flex-1 overflow-y-auto"
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault();
          void save();
        }}
      >
        <div className="mx-auto flex max-w-160 flex-col gap-6 px-4 py-6">
          <Presets chosen={preset.id} onChoose={choose} />
          <ProviderFields
            values={values}
            stored={null}
            problems={state === "editing" ? nameProblem : problems}
            example={preset.example}
            models={[]}
            readOnly={false}
            onChange={setValues}
          />
          <div className="flex flex-wrap items-center gap-3 border-t border-line pt-4">
            <Button type="submit" variant="primary" disabled={state === "saving"}>
              {t(state === "saving" ? "saving" : "create")}
              <Kbd keys="mod+s" className="max-sm:hidden" />
            </Button>
            <p className="text-12 text-ink-3">{t("thenCheck")}</p>
          </div>
        </div>
      </form>
    </>
  );
}

function Presets({ chosen, onChoose }: { chosen: string; onChoose: (id: string) => void }) {
  const t = useTranslations("providers.presets");
  return (
    <section aria-labelledby="presets" className="flex flex-col gap-2">
      <h2 id="presets" className="font-semibold">
        {t("title")}
      </h2>
      <RadioGroup.Root
        aria-labelledby="presets"
        value={chosen}
        onValueChange={onChoose}
        className="grid grid-cols-2 gap-2 sm:grid-cols-3"
      >
        {PRESETS.map(({ id }) => (
          <RadioGroup.Item
            key={id}
            value={id}
            className="flex flex-col items-start rounded-md border border-line-strong bg-surface px-3 py-2 text-left transition-colors hover:bg-hover data-[state=checked]:border-accent data-[state=checked]:bg-selected"
          >
            <span className="font-medium">{t(`${id}.name`)}</span>
            <span className="text-12 text-ink-2">{t(`${id}.about`)}</span>
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </section>
  );
}
