"use client";
import { Lock } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Segmented } from "#components/ui/segmented.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { printExact } from "#lib/core/exact/schema.ts";
import type { JsonSchema, ToolContract } from "#lib/tools/schema.ts";
import { SandboxSection } from "./sandbox-section.tsx";
import { type SchemaRow, schemaRows } from "./schema-rows.ts";

/** What a tool promises: its description, both parameter sets, each as a table or as the JSON Schema itself, and its bounds. */
export function ContractView({ contract }: { contract: ToolContract }) {
  const t = useTranslations("tools.contract");
  return (
    <div className="h-full min-h-0 overflow-y-auto">
      <section className="border-b border-line p-4">
        <h2 className="pb-1 font-semibold">{t("description")}</h2>
        {contract.description.trim() === "" ? (
          <p className="text-ink-3">{t("noDescription")}</p>
        ) : (
          <p className="max-w-[80ch] text-14 whitespace-pre-line">{joinLines(contract.description.trim())}</p>
        )}
        {contract.problem === null ? null : (
          <p className="pt-2 whitespace-pre-wrap text-danger-text">{contract.problem}</p>
        )}
        {contract.readFrom === "source" ? <p className="pt-2 text-warn-text">{t("fromSource")}</p> : null}
      </section>
      <Parameters name="ToolParameters" hint={t("toolParameters")} schema={contract.toolParameters} />
      <Parameters name="UserParameters" hint={t("userParameters")} schema={contract.userParameters} />
      <SandboxSection settings={contract.settings} />
    </div>
  );
}

/** Source code breaks its lines where the editor ended; only an empty line, an indent or a list begins a new one. */
function joinLines(text: string): string {
  return text.replaceAll(/(?<=\S)[ \t]*\n(?=[^\s\-*\d])/g, " ");
}

function Parameters({ name, hint, schema }: { name: string; hint: string; schema: JsonSchema }) {
  const t = useTranslations("tools.contract");
  const [view, setView] = useState<"table" | "json">("table");
  const rows = schemaRows(schema);
  return (
    <section aria-label={name} className="border-b border-line">
      <header className="flex min-h-11 flex-wrap items-center gap-x-2 px-4 py-2">
        <h2 className="font-semibold max-sm:flex-1">{name}</h2>
        <span className="min-w-0 flex-1 text-12 text-ink-3 max-sm:order-last max-sm:basis-full">{hint}</span>
        <Segmented
          label={t("viewOf", { name })}
          size="sm"
          value={view}
          onChange={setView}
          options={[
            { value: "table", label: t("table") },
            { value: "json", label: "JSON Schema" },
          ]}
        />
      </header>
      {view === "json" ? (
        <pre className="overflow-x-auto bg-sunken px-4 py-3 text-12">{printExact(schema, 2)}</pre>
      ) : rows.length === 0 ? (
        <p className="px-4 pb-4 text-ink-3">{t("none")}</p>
      ) : (
        <ParameterTable rows={rows} />
      )}
    </section>
  );
}

function ParameterTable({ rows }: { rows: readonly SchemaRow[] }) {
  const t = useTranslations("tools.contract");
  return (
    <div className="overflow-x-auto">
      <table className="w-full min-w-160 table-fixed border-separate border-spacing-0">
        <thead className="text-left text-12 text-ink-3 [&_th]:border-b [&_th]:border-line [&_th]:px-4 [&_th]:py-1 [&_th]:font-medium">
          <tr>
            <th scope="col" className="w-1/5">
              {t("columns.name")}
            </th>
            <th scope="col" className="w-1/4">
              {t("columns.type")}
            </th>
            <th scope="col" className="w-1/6">
              {t("columns.default")}
            </th>
            <th scope="col">{t("columns.description")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <ParameterRow key={row.path} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ParameterRow({ row }: { row: SchemaRow }) {
  const t = useTranslations("tools.contract");
  return (
    <tr className="align-top [&>*]:border-b [&>*]:border-line [&>*]:px-4 [&>*]:py-1.5 [&:last-child>*]:border-0">
      <th scope="row" className="text-left font-normal">
        <code className="text-12 font-semibold" style={{ paddingLeft: row.depth * 16 }}>
          {row.name}
        </code>
        {row.required ? (
          <span title={t("required")} className="text-danger-text">
            <span aria-hidden> *</span>
            <span className="sr-only"> ({t("required")})</span>
          </span>
        ) : null}
        {row.secret ? (
          <Tag className="ml-2">
            <Lock aria-hidden />
            {t("secret")}
          </Tag>
        ) : null}
      </th>
      <td>
        <code className="text-12 text-ink-2">{row.type}</code>
        {row.limits.map((limit) => (
          <span key={limit} title={limit} className="line-clamp-2 text-12 text-ink-3">
            {limit}
          </span>
        ))}
      </td>
      <td>
        {row.defaultValue === null ? (
          <span className="text-ink-3">–</span>
        ) : (
          <code className="text-12">{row.defaultValue}</code>
        )}
      </td>
      <td className="text-ink-2">{row.description ?? <span className="text-ink-3">{t("noDescription")}</span>}</td>
    </tr>
  );
}
