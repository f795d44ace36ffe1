"use client";
import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { Input } from "#components/ui/input.tsx";
import type { HeaderRow } from "./provider-values.ts";
import { SecretField } from "./secret-field.tsx";

/** Headers that are sent with each request; their values are written and never read. */
export function HeadersField({ headers, storedNames, readOnly, error, onChange }: HeadersFieldProps) {
  const t = useTranslations("providers.headers");
  const replace = (key: number, part: Partial<HeaderRow>) =>
    onChange(headers.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const add = () => {
    const key = Math.max(-1, ...headers.map((row) => row.key)) + 1;
    onChange([...headers, { key, name: "", value: { is: "new", text: "" } }]);
  };
  if (readOnly && headers.length === 0) return null;
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="pb-1 font-medium">{t("title")}</legend>
      {headers.map(({ key, name, value }, at) => (
        <div key={key} className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_28px] items-start gap-1.5">
          <Input
            aria-label={t("name", { number: at + 1 })}
            placeholder={t("namePlaceholder")}
            value={name}
            readOnly={readOnly || value.is === "kept"}
            spellCheck={false}
            className="font-mono text-12"
            onChange={(event) => replace(key, { name: event.target.value })}
          />
          <SecretField
            name={t("value", { name: name || at + 1 })}
            value={value}
            stored={storedNames.includes(name)}
            placeholder={t("valuePlaceholder")}
            // A header without a value is none: it goes by the cross beside it.
            mayClear={false}
            readOnly={readOnly}
            onChange={(next) => replace(key, { value: next })}
          />
          {readOnly ? null : (
            <Button
              variant="ghost"
              shape="square"
              aria-label={t("remove", { name: name || at + 1 })}
              onClick={() => onChange(headers.filter((row) => row.key !== key))}
            >
              <X aria-hidden />
            </Button>
          )}
        </div>
      ))}
      {error ? (
        <p role="alert" className="text-12 text-danger-text">
          {error}
        </p>
      ) : null}
      {readOnly ? null : (
        <Button size="sm" variant="ghost" className="self-start" onClick={add}>
          <Plus aria-hidden />
          {t("add")}
        </Button>
      )}
      <p className="text-12 text-ink-3">{t("hint")}</p>
    </fieldset>
  );
}

type HeadersFieldProps = {
  headers: readonly HeaderRow[];
  storedNames: readonly string[];
  readOnly: boolean;
  error: string | undefined;
  onChange: (headers: readonly HeaderRow[]) => void;
};
