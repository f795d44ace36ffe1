"use client";
import { useTranslations } from "next-intl";
import { cn } from "#components/ui/class-names.ts";
import { NativeSelect } from "#components/ui/native-select.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { printExact } from "#lib/core/exact/schema.ts";
import type { ControlOf } from "./control.ts";
import { LeaveOut } from "./field-actions.tsx";
import { printJson } from "./json-print.ts";
import { useUnsetText } from "./not-sent.tsx";
import { same } from "./same.ts";
import { type FieldState, fromValue, NULL, UNSET } from "./state.ts";
import { isDue } from "./text-control.tsx";
import { useControl } from "./use-control.ts";
import type { Option } from "./variants.ts";

/** One of a few values: side by side when they are short, else a list. Null, where allowed, is one more choice. */
export function ChoiceControl(props: ControlOf<"choice">) {
  const { options } = props.field.kind;
  const choices = [...options.map((option) => toChoice(option, options)), ...nullChoice(props)];
  const isShort = choices.length <= 3 && choices.reduce((sum, { label }) => sum + label.length, 0) <= 30;
  const chosen = choices.findIndex((choice) => same(choice.state, props.state));
  const isKnown = chosen >= 0 || props.state.is === "unset";
  return isShort && isKnown ? (
    <ChoiceBar {...props} choices={choices} chosen={chosen} />
  ) : (
    <ChoiceList {...props} choices={choices} chosen={chosen} />
  );
}

type Choice = { state: FieldState; label: string; description: string | null };
type ChoiceProps = ControlOf<"choice"> & { choices: readonly Choice[]; chosen: number };

function ChoiceBar({ choices, chosen, ...props }: ChoiceProps) {
  const { attributes, change, leave } = useControl(props);
  const unsetText = useUnsetText(props.field, props.state);
  const isUnset = props.state.is === "unset";
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-1.5">
      <Segmented
        {...attributes}
        label={props.name}
        value={chosen < 0 ? "" : String(chosen)}
        options={choices.map(({ label }, index) => ({ value: String(index), label }))}
        onChange={(index) => {
          const choice = choices[Number(index)];
          if (choice) change(choice.state);
          leave();
        }}
      />
      {props.required ? null : isUnset ? (
        <span className="min-w-0 text-12 wrap-anywhere text-ink-3">{unsetText}</span>
      ) : (
        <LeaveOut {...props} />
      )}
    </div>
  );
}

const NOT_SENT = "";
const UNKNOWN = "unknown";

function ChoiceList({ choices, chosen, ...props }: ChoiceProps) {
  const t = useTranslations("form");
  const { attributes, change, leave } = useControl(props);
  const unsetText = useUnsetText(props.field, UNSET);
  const isUnset = props.state.is === "unset";
  const isUnknown = chosen < 0 && !isUnset;
  return (
    <NativeSelect
      {...attributes}
      value={isUnset ? NOT_SENT : isUnknown ? UNKNOWN : String(chosen)}
      className={cn(
        "[&_select]:font-mono",
        isUnset && !isDue(props) && "[&_select]:border-dashed [&_select]:bg-sunken [&_select]:text-ink-3",
      )}
      onChange={(event) => {
        const choice = choices[Number(event.target.value)];
        change(event.target.value === NOT_SENT ? UNSET : (choice?.state ?? props.state));
      }}
      onBlur={leave}
    >
      <option value={NOT_SENT} disabled={props.required} hidden={props.required}>
        {props.required ? t("choose") : unsetText}
      </option>
      {isUnknown ? <option value={UNKNOWN}>{printJson(props.state)}</option> : null}
      {choices.map(({ label, description }, index) => (
        <option key={label} value={index} title={description ?? undefined}>
          {label}
        </option>
      ))}
    </NativeSelect>
  );
}

/** A text is quoted where it would look like nothing, or like the number or the null beside it. */
function toChoice({ value, label, description }: Option, options: readonly Option[]): Choice {
  const isPlain = typeof value === "string" && value.trim() === value && value !== "";
  const hasTwin = options.some((other) => typeof other.value !== "string" && printExact(other.value) === value);
  const words = isPlain && !hasTwin ? value : printExact(value);
  return {
    state: fromValue(value),
    label: label === null || label === words ? words : `${label} (${words})`,
    description,
  };
}

function nullChoice({ field }: ControlOf<"choice">): Choice[] {
  const isListed = field.kind.options.some(({ value }) => value === null);
  return field.nullable && !isListed ? [{ state: NULL, label: "null", description: null }] : [];
}
