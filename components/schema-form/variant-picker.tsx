"use client";
import { useTranslations } from "next-intl";
import { NativeSelect } from "#components/ui/native-select.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import type { ControlOf } from "./control.ts";
import { setState } from "./fill.ts";
import { useForm } from "./form-context.tsx";
import { asChoice, type FieldState } from "./state.ts";
import { useControl } from "./use-control.ts";
import type { Variant } from "./variants.ts";

/** Picks the shape of a union; `index` is the one shown, null for none yet. */
export function VariantPicker({ index, ...props }: ControlOf<"union"> & { index: number | null }) {
  const t = useTranslations("form");
  const form = useForm();
  const { change, disabled } = useControl(props);
  const { variants } = props.field.kind;
  const labels = useVariantLabels(variants);
  const label = t("shapeOf", { name: props.name });
  const value = index === null ? "" : String(index);
  const pick = (next: number) => {
    const variant = variants[next];
    if (variant && next !== index)
      change(picked(props.state, { before: index, next, begin: () => setState(form, variant.schema) }));
  };
  if (labels.length <= 3 && labels.join("").length <= 36) {
    const options = labels.map((text, position) => ({ value: String(position), label: text }));
    return (
      <Segmented
        label={label}
        disabled={disabled}
        value={value}
        options={options}
        onChange={(position) => pick(Number(position))}
      />
    );
  }
  return (
    <NativeSelect
      aria-label={label}
      disabled={disabled}
      className="max-w-56"
      value={value}
      onChange={(event) => pick(Number(event.target.value))}
    >
      <option value="" disabled hidden>
        {t("choose")}
      </option>
      {labels.map((text, position) => (
        <option key={text} value={position}>
          {text}
        </option>
      ))}
    </NativeSelect>
  );
}

function picked(
  state: FieldState,
  { before, next, begin }: { before: number | null; next: number; begin: () => FieldState },
): FieldState {
  const choice = asChoice(state, before ?? next);
  const drafts = new Map(before === null ? [] : choice.drafts);
  if (!drafts.has(next)) drafts.set(next, begin());
  return { is: "choice", chosen: next, drafts };
}

function useVariantLabels(variants: readonly Variant[]): string[] {
  const t = useTranslations("form");
  const words = variants.map(({ label }) => {
    if ("name" in label) return label.name;
    return t.has(`type.${label.type}`) ? t(`type.${label.type}`) : label.type;
  });
  return words.map((word, index) => {
    if (words.indexOf(word) === words.lastIndexOf(word)) return word;
    return `${word} ${words.slice(0, index).filter((other) => other === word).length + 1}`;
  });
}
