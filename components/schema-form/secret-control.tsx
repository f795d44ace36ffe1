"use client";
import { useTranslations } from "next-intl";
import { cn } from "#components/ui/class-names.ts";
import { Input } from "#components/ui/input.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import { type ControlOf, clearedValue } from "./control.ts";
import { unsetFrame } from "./not-sent.tsx";
import { useControl } from "./use-control.ts";

/** A secret as it is typed: dots on the screen, and never offered to a password manager as this site's own. */
export function SecretControl(props: ControlOf<"secret">) {
  const t = useTranslations("form");
  const { attributes, change, leave } = useControl(props);
  const { field, state, required } = props;
  const text = state.is === "text" ? state.text : "";
  const shared = {
    ...attributes,
    value: text,
    placeholder: required ? "" : t("notSent"),
    autoComplete: "new-password",
    spellCheck: false,
    onBlur: leave,
    onChange: (event: { target: { value: string } }) => {
      const typed = event.target.value;
      change(typed === "" ? clearedValue(field, required) : { is: "text", text: typed });
    },
  } as const;
  if (text.includes("\n")) {
    return <Textarea {...shared} rows={4} className="resize-y font-mono [-webkit-text-security:disc]" />;
  }
  return (
    <Input
      {...shared}
      type="password"
      className={cn("font-mono placeholder:font-sans", text === "" && !required && unsetFrame)}
      onPaste={(event) => {
        // A password input drops line breaks, and a private key needs them.
        const pasted = event.clipboardData.getData("text");
        if (!pasted.trimEnd().includes("\n")) return;
        event.preventDefault();
        change({ is: "text", text: pasted });
      }}
    />
  );
}
