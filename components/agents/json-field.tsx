"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { JsonEditor } from "#components/json-editor.tsx";
import { parseExact, printExact, toBigInts } from "#lib/core/exact/schema.ts";
import { useEditing } from "./editing.tsx";

/** A part of the file as JSON in an editor. A text that is no JSON yet is kept beside the file, and keeps it from being saved. */
export function JsonField({ path, label, schema, value, onChange }: JsonFieldProps) {
  const t = useTranslations("agents");
  const { id, readOnly, unreadAt, keepUnread, problemAt } = useEditing();
  const [typed, setTyped] = useState("");
  const printed = printExact(value, 2);
  const shown = unreadAt(path) ?? (compact(typed) === compact(printed) ? typed : printed);
  const problem = unreadAt(path) === undefined ? problemAt(path) : t("problem.notJsonYet");
  const problemId = `${id}-${path}-problem`;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <JsonEditor
        path={`${id}/${path}`}
        label={label}
        schema={schema}
        value={shown}
        readOnly={readOnly}
        describedBy={problem ? problemId : undefined}
        onChange={(text) => {
          setTyped(text);
          const read = parsed(text);
          keepUnread(path, read === NOT_JSON ? text : null);
          if (read !== NOT_JSON) onChange(read);
        }}
      />
      {problem ? (
        <p id={problemId} role="alert" className="text-12 text-danger-text">
          {problem}
        </p>
      ) : null}
    </div>
  );
}

type JsonFieldProps = {
  path: string;
  label: string;
  schema: unknown;
  value: unknown;
  onChange: (value: unknown) => void;
};

const NOT_JSON = Symbol("not JSON");

function parsed(text: string): unknown {
  try {
    return toBigInts(parseExact(text));
  } catch {
    // Half written: the field says so.
    return NOT_JSON;
  }
}

function compact(text: string): string | null {
  const value = parsed(text);
  return value === NOT_JSON ? null : printExact(value);
}
