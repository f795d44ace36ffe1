"use client";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Input } from "#components/ui/input.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import { useEditing } from "../editing.tsx";
import { FIELD_TYPES, type FieldType, type PayloadField } from "./payload-schema.ts";

type Props = {
  field: PayloadField;
  isTaken: (name: string) => boolean;
  onRename: (name: string) => void;
  onChange: (part: Partial<Omit<PayloadField, "name">>) => void;
  onRemove: () => void;
};

/** A field of a payload: its name and type, whether it has to be there, what it means, and which texts it may be. */
export function SchemaRow({ field, isTaken, onRename, onChange, onRemove }: Props) {
  const t = useTranslations("agents.payload");
  const { readOnly } = useEditing();
  const { name, type, description, required, oneOf } = field;
  return (
    <li className="flex flex-col gap-1 p-2">
      <div className="flex items-center gap-1">
        <NameInput name={name} isTaken={isTaken} onRename={onRename} />
        <NativeSelect
          aria-label={t("type", { name })}
          value={type ?? "other"}
          disabled={readOnly || type === null}
          className="w-28 shrink-0"
          onChange={(event) => onChange({ type: event.target.value as FieldType })}
        >
          {type === null ? <option value="other">{t("types.other")}</option> : null}
          {FIELD_TYPES.map((each) => (
            <option key={each} value={each}>
              {t(`types.${each}`)}
            </option>
          ))}
        </NativeSelect>
        <label className="flex shrink-0 items-center gap-1.5 px-1 text-12 text-ink-2">
          <input
            type="checkbox"
            checked={required}
            disabled={readOnly}
            className="accent-accent"
            aria-label={t("requiredOf", { name })}
            onChange={(event) => onChange({ required: event.target.checked })}
          />
          {t("required")}
        </label>
        {readOnly ? null : (
          <Button size="sm" variant="ghost" shape="square" aria-label={t("removeField", { name })} onClick={onRemove}>
            <X aria-hidden />
          </Button>
        )}
      </div>
      <Input
        aria-label={t("descriptionOf", { name })}
        placeholder={t("description")}
        value={description}
        readOnly={readOnly}
        className="text-12"
        onChange={(event) => onChange({ description: event.target.value })}
      />
      {type === "string" ? <Texts name={name} oneOf={oneOf} onChange={(next) => onChange({ oneOf: next })} /> : null}
    </li>
  );
}

/** The field's name; one that another field has stays here, and is said to be taken, until it is another. */
function NameInput({ name, isTaken, onRename }: Pick<Props, "isTaken" | "onRename"> & { name: string }) {
  const t = useTranslations("agents.payload");
  const { readOnly } = useEditing();
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Input
      aria-label={t("nameOf", { name })}
      value={typed ?? name}
      readOnly={readOnly}
      spellCheck={false}
      aria-invalid={typed === null ? undefined : true}
      title={typed === null ? undefined : t("taken")}
      className="font-mono text-12"
      onBlur={() => setTyped(null)}
      onChange={({ target }) => {
        const isFree = target.value !== "" && !isTaken(target.value);
        setTyped(isFree || target.value === name ? null : target.value);
        if (isFree) onRename(target.value);
      }}
    />
  );
}

/** The only texts that it may be, with commas between them; left empty, any. */
function Texts({
  name,
  oneOf,
  onChange,
}: {
  name: string;
  oneOf: string[] | null;
  onChange: (oneOf: string[] | null) => void;
}) {
  const t = useTranslations("agents.payload");
  const { readOnly } = useEditing();
  const [typed, setTyped] = useState("");
  const split = (text: string) => {
    const texts = text.split(",").map((each) => each.trim());
    const found = texts.filter((each, at) => each !== "" && texts.indexOf(each) === at);
    return found.length > 0 ? found : null;
  };
  const isSame = JSON.stringify(split(typed)) === JSON.stringify(oneOf);
  return (
    <Input
      aria-label={t("oneOfOf", { name })}
      placeholder={t("oneOf")}
      value={isSame ? typed : (oneOf ?? []).join(", ")}
      readOnly={readOnly}
      className="text-12"
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(split(target.value));
      }}
    />
  );
}
