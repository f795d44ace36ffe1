"use client";
import { LockKeyhole } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { useFieldAttributes } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import type { SecretChange } from "./provider-values.ts";

/**
 * A secret that is written and never read: of a stored one only `hint`, its end, is shown. It can be replaced, taken away, and left as
 * it is after all.
 */
export function SecretField({
  name,
  value,
  stored,
  hint,
  placeholder,
  mayClear,
  readOnly,
  onChange,
}: SecretFieldProps) {
  const t = useTranslations("providers.secret");
  const attributes = useFieldAttributes();
  const keep = (
    <Button aria-label={t("keepName", { name })} onClick={() => onChange({ is: "kept" })}>
      {t("keep")}
    </Button>
  );
  if (value.is === "kept") {
    return (
      <div className="flex min-w-0 items-start gap-1.5">
        <span className="flex h-7 min-w-0 grow items-center gap-1.5 rounded-sm border border-line bg-sunken px-2">
          <LockKeyhole aria-hidden className="size-3.5 shrink-0 text-ink-3" />
          <span aria-hidden className="min-w-0 truncate font-mono text-12">
            ••••••••{hint}
          </span>
          <span className="ml-auto shrink-0 text-12 text-ink-3 max-sm:sr-only">
            {hint ? t("storedEnds", { hint }) : t("stored")}
          </span>
        </span>
        {readOnly ? null : (
          <>
            <Button
              id={attributes.id}
              aria-label={t("replaceName", { name })}
              onClick={() => onChange({ is: "new", text: "" })}
            >
              {t("replace")}
            </Button>
            {mayClear ? (
              <Button variant="ghost" aria-label={t("clearName", { name })} onClick={() => onChange({ is: "none" })}>
                {t("clear")}
              </Button>
            ) : null}
          </>
        )}
      </div>
    );
  }
  if (value.is === "none" && stored) {
    return (
      <div className="flex min-w-0 gap-1.5">
        <span className="flex h-7 min-w-0 grow items-center rounded-sm border border-dashed border-line-input bg-sunken px-2 text-ink-3">
          {t("cleared")}
        </span>
        {keep}
      </div>
    );
  }
  return (
    <div className="flex min-w-0 gap-1.5">
      <Input
        type="password"
        aria-label={attributes.id ? undefined : name}
        value={value.is === "new" ? value.text : ""}
        readOnly={readOnly}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        className="font-mono text-12"
        onChange={(event) => onChange({ is: "new", text: event.target.value })}
      />
      {stored ? keep : null}
    </div>
  );
}

type SecretFieldProps = {
  name: string;
  value: SecretChange;
  stored: boolean;
  hint?: string | null;
  placeholder?: string;
  mayClear: boolean;
  readOnly: boolean;
  onChange: (value: SecretChange) => void;
};
