"use client";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import type { ControlProps } from "./control.ts";
import { setState } from "./fill.ts";
import { focusField, useForm } from "./form-context.tsx";
import { NULL, UNSET } from "./state.ts";
import { useControl } from "./use-control.ts";

/** Not sent, null, or a value: the switch beside a control, as far as the field has the choice. What was typed comes back. */
export function FieldActions(props: ControlProps) {
  if (props.field.nullable) return <NullSwitch {...props} />;
  if (props.required) return null;
  return props.state.is === "unset" ? <SetButton {...props} /> : <LeaveOut {...props} />;
}

function NullSwitch(props: ControlProps) {
  const t = useTranslations("form");
  const { change, disabled } = useControl(props);
  const put = usePut(props);
  const { state, required, name } = props;
  const kept = state.is === "unset" || state.is === "null" ? state.kept : state;
  const value = state.is === "unset" || state.is === "null" ? state.is : "value";
  const options = [
    ...(required ? [] : [{ value: "unset" as const, label: t("notSent") }]),
    { value: "null" as const, label: "null" },
    { value: "value" as const, label: t("value") },
  ];
  return (
    <Segmented
      label={t("nullOrValue", { name })}
      value={value}
      disabled={disabled}
      options={options}
      onChange={(next) => {
        if (next === "value") put(kept);
        else change({ ...(next === "null" ? NULL : UNSET), ...(kept ? { kept } : {}) });
      }}
    />
  );
}

function SetButton(props: ControlProps) {
  const t = useTranslations("form");
  const { disabled } = useControl(props);
  const put = usePut(props);
  const kept = props.state.is === "unset" ? props.state.kept : undefined;
  return (
    <Button disabled={disabled} aria-label={t("setName", { name: props.name })} onClick={() => put(kept)}>
      {t("set")}
    </Button>
  );
}

/** Takes a value back out of what is sent. */
export function LeaveOut(props: ControlProps) {
  const t = useTranslations("form");
  const { change, disabled, leave } = useControl(props);
  return (
    <Button
      variant="ghost"
      shape="square"
      disabled={disabled}
      aria-label={t("leaveOut", { name: props.name })}
      title={t("leaveOutHint")}
      onClick={() => {
        change(UNSET);
        leave();
      }}
    >
      <X aria-hidden />
    </Button>
  );
}

function usePut({ schema, path, state }: ControlProps) {
  const form = useForm();
  return (kept: ControlProps["state"] | undefined) => {
    const next = kept ?? setState(form, schema);
    if (next !== state) form.edit(path, () => next);
    requestAnimationFrame(() => focusField(form.idPrefix, path));
  };
}
