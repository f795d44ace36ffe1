"use client";
import { useTranslations } from "next-intl";
import { z } from "zod";
import { JsonEditor } from "#components/json-editor.tsx";
import { AgentFile } from "#lib/agents/schema.ts";

/** The agent as the file that the command line reads and the registry exports; every change is one of the form, too. */
export function AgentFileTab({ id, text, readOnly, onChange }: AgentFileTabProps) {
  const t = useTranslations("agents");
  return (
    <div className="flex h-full min-h-0 flex-col">
      <p className="shrink-0 border-b border-line px-4 py-2 text-12 text-ink-3">{t("fileHint")}</p>
      <div className="min-h-48 flex-1">
        <JsonEditor
          path={`agents/${id}`}
          label={t("file")}
          schema={FILE_SCHEMA}
          height="fill"
          value={text}
          readOnly={readOnly}
          onChange={onChange}
        />
      </div>
    </div>
  );
}

type AgentFileTabProps = { id: string; text: string; readOnly: boolean; onChange: (text: string) => void };

/** Where a name alone may stand for an object, the editor knows neither. */
const FILE_SCHEMA = z.toJSONSchema(AgentFile, { io: "input", unrepresentable: "any" });
