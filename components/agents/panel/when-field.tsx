"use client";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { Segmented } from "#components/ui/segmented.tsx";
import { useEditing } from "../editing.tsx";
import { ConditionRows, FIRST_CONDITION } from "./condition-rows.tsx";
import type { ConditionRow } from "./condition-value.ts";

type Props = {
  /** The place in the agent, such as `tools.0.approval`. */
  path: string;
  value: unknown;
  onChange: (value: unknown) => void;
};

/** When a person is asked before a call runs. */
export function ApprovalField({ path, value, onChange }: Props) {
  const t = useTranslations("agents.approval");
  const rows = typeof value === "object" && value !== null && "when" in value ? asRows(value.when) : null;
  return (
    <WhenField
      path={rows ? `${path}.when` : path}
      label={t("title")}
      hint={t("hint")}
      ways={{ always: t("always"), never: t("never"), when: t("when") }}
      way={rows ? "when" : value === "always" ? "always" : "never"}
      rows={rows}
      onChange={(way, next) => onChange(way === "when" ? { when: next } : way === "always" ? "always" : undefined)}
    />
  );
}

/** Whether something is there at a turn. */
export function EnabledField({ path, value, onChange }: Props) {
  const t = useTranslations("agents.enabled");
  const rows = Array.isArray(value) ? asRows(value) : null;
  return (
    <WhenField
      path={path}
      label={t("title")}
      hint={t("hint")}
      ways={{ always: t("always"), never: t("never"), when: t("when") }}
      way={rows ? "when" : value === false ? "never" : "always"}
      rows={rows}
      places={SESSION_DATA}
      onChange={(way, next) => onChange(way === "when" ? next : way === "never" ? false : undefined)}
    />
  );
}

/** What a session always knows; docs/agent-file.md says what each is. */
const SESSION_DATA = ["/data/", "/agent", "/turn", "/messages", "/lastMessage", "/startedBy/role", "/date"];

type Way = "always" | "never" | "when";

type WhenProps = {
  path: string;
  label: string;
  hint: string;
  ways: Record<Way, string>;
  way: Way;
  rows: readonly ConditionRow[] | null;
  places?: readonly string[];
  onChange: (way: Way, rows: readonly ConditionRow[]) => void;
};

/** Always, never, or by conditions, which come back when another way was only looked at. */
function WhenField({ path, label, hint, ways, way, rows, places = [], onChange }: WhenProps) {
  const { readOnly, problemAt } = useEditing();
  const before = useRef<readonly ConditionRow[]>([FIRST_CONDITION]);
  const problem = problemAt(path);
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="sr-only">{label}</legend>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span aria-hidden className="font-medium">
          {label}
        </span>
        <Segmented
          label={label}
          value={way}
          disabled={readOnly}
          options={(["always", "never", "when"] as const).map((value) => ({ value, label: ways[value] }))}
          onChange={(next) => {
            if (rows) before.current = rows;
            onChange(next, before.current);
          }}
        />
      </div>
      <p className="text-12 text-ink-3">{hint}</p>
      {rows ? (
        <ConditionRows path={path} rows={rows} places={places} onChange={(next) => onChange("when", next)} />
      ) : null}
      {problem ? (
        <p role="alert" className="text-12 text-danger-text">
          {problem}
        </p>
      ) : null}
    </fieldset>
  );
}

function asRows(value: unknown): ConditionRow[] {
  return Array.isArray(value) ? value.filter((row) => typeof row === "object" && row !== null) : [];
}
