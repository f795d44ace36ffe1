"use client";
import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Input } from "#components/ui/input.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import { useEditing } from "../editing.tsx";
import { type ConditionRow, printValue, readValue, withComparison } from "./condition-value.ts";

const COMPARISONS = ["==", "!=", "<", "<=", ">", ">=", "contains", "not contains", "matches", "exists", "missing"];

type Props = {
  path: string;
  rows: readonly ConditionRow[];
  /** Where the values stand that there always are. */
  places?: readonly string[];
  onChange: (rows: ConditionRow[]) => void;
};

/** Conditions, each a row: where the value stands, how it is compared, and with what. */
export function ConditionRows({ path, rows, places = [], onChange }: Props) {
  const t = useTranslations("agents.conditions");
  const { id, readOnly } = useEditing();
  const set = (index: number, row: ConditionRow) => onChange(rows.map((each, at) => (at === index ? row : each)));
  return (
    <div className="flex flex-col gap-2">
      <datalist id={`${id}-${path}-places`}>
        {places.map((place) => (
          <option key={place} value={place} />
        ))}
      </datalist>
      <ul aria-label={t("title")} className="flex flex-col gap-2">
        {rows.map((row, index) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is what stands at its place.
            key={index}
            path={`${path}.${index}`}
            list={`${id}-${path}-places`}
            row={row}
            number={index + 1}
            onChange={(next) => set(index, next)}
            onRemove={rows.length > 1 ? () => onChange(rows.filter((_, at) => at !== index)) : null}
          />
        ))}
      </ul>
      {readOnly ? null : (
        <Button size="sm" variant="ghost" className="self-start" onClick={() => onChange([...rows, FIRST_CONDITION])}>
          <Plus aria-hidden />
          {t("add")}
        </Button>
      )}
    </div>
  );
}

export const FIRST_CONDITION: ConditionRow = { at: "/", is: "==", value: "" };

type RowProps = {
  path: string;
  /** The id of what is offered as places. */
  list: string;
  row: ConditionRow;
  number: number;
  onChange: (row: ConditionRow) => void;
  onRemove: (() => void) | null;
};

function Row({ path, list, row, number, onChange, onRemove }: RowProps) {
  const t = useTranslations("agents.conditions");
  const { id, readOnly, problemAt } = useEditing();
  const problem = ["", ".at", ".is", ".value"].map((end) => problemAt(path + end)).find(Boolean);
  const described = problem ? { "aria-describedby": `${id}-${path}-problem`, "aria-invalid": true as const } : {};
  return (
    <li className="flex flex-col gap-1">
      <div className="grid grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,5fr)_auto] gap-1">
        <Input
          aria-label={t("at", { number })}
          value={typeof row.at === "string" ? row.at : ""}
          readOnly={readOnly}
          list={list}
          placeholder="/method"
          spellCheck={false}
          className="font-mono text-12"
          {...described}
          onChange={(event) => onChange({ ...row, at: event.target.value })}
        />
        <NativeSelect
          aria-label={t("is", { number })}
          value={String(row.is)}
          disabled={readOnly}
          onChange={(event) => onChange(withComparison(row, event.target.value))}
        >
          {COMPARISONS.map((is) => (
            <option key={is} value={is}>
              {t(`comparisons.${WORDS[is] ?? "symbol"}`, { is })}
            </option>
          ))}
        </NativeSelect>
        {row.is === "exists" || row.is === "missing" ? (
          <span />
        ) : (
          <Value row={row} number={number} onChange={onChange} />
        )}
        <Button
          size="md"
          variant="ghost"
          shape="square"
          aria-label={t("remove", { number })}
          disabled={readOnly || !onRemove}
          onClick={() => onRemove?.()}
        >
          <X aria-hidden />
        </Button>
      </div>
      {problem ? (
        <p id={`${id}-${path}-problem`} role="alert" className="text-12 text-danger-text">
          {problem}
        </p>
      ) : null}
    </li>
  );
}

/** What is compared with: JSON, or words as they are. What is being typed stays as it is typed while it means the same. */
function Value({ row, number, onChange }: Pick<RowProps, "row" | "number" | "onChange">) {
  const t = useTranslations("agents.conditions");
  const { readOnly } = useEditing();
  const [typed, setTyped] = useState("");
  const isPattern = row.is === "matches";
  const read = (text: string) => (isPattern ? text : readValue(text));
  const printed = isPattern && typeof row.value === "string" ? row.value : printValue(row.value);
  const shown = printValue(read(typed)) === printValue(row.value) ? typed : printed;
  return (
    <Input
      aria-label={t("value", { number })}
      title={t("valueHint")}
      value={shown}
      readOnly={readOnly}
      spellCheck={false}
      className="font-mono text-12"
      onChange={(event) => {
        setTyped(event.target.value);
        onChange({ ...row, value: read(event.target.value) });
      }}
    />
  );
}

/** The comparisons that are words, and the message that has each in the reader's language. */
const WORDS: Record<string, "contains" | "notContains" | "matches" | "exists" | "missing"> = {
  contains: "contains",
  "not contains": "notContains",
  matches: "matches",
  exists: "exists",
  missing: "missing",
};
