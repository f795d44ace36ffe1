"use client";
import { useTranslations } from "next-intl";
import { NativeSelect } from "#components/ui/native-select.tsx";
import type { ToolChoice } from "#lib/registry/schema.ts";
import type { ToolUse } from "./agent-form.ts";
import { useEditing } from "./editing.tsx";

/** In which version a tool is called, and with which configuration. What is chosen and not there stays in sight. */
export function ToolUseChoices({ use, known, onSet }: ToolUseChoicesProps) {
  const t = useTranslations("agents.tools");
  const { readOnly } = useEditing();
  const { version, configuration } = use;
  const versions = known?.versions.map(({ number }) => number) ?? [];
  const configurations = known?.configurations ?? [];
  const needsConfiguration = configurations.length > 0 || configuration !== undefined;
  return (
    <div className="flex min-w-0 gap-2 max-sm:order-last max-sm:w-full max-sm:pl-10">
      {needsConfiguration ? (
        <NativeSelect
          aria-label={t("configuration", { tool: use.tool })}
          disabled={readOnly}
          value={configuration ?? ""}
          className="w-40 max-sm:flex-1"
          onChange={({ target }) => onSet("configuration", target.value === "" ? undefined : target.value)}
        >
          <option value="">{t("noConfiguration")}</option>
          {configuration === undefined || configurations.includes(configuration) ? null : (
            <option value={configuration}>{configuration}</option>
          )}
          {configurations.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </NativeSelect>
      ) : null}
      <NativeSelect
        aria-label={t("version", { tool: use.tool })}
        disabled={readOnly}
        value={version === undefined ? "" : String(version)}
        className="w-32 max-sm:flex-1"
        onChange={({ target }) => onSet("version", target.value === "" ? undefined : Number(target.value))}
      >
        <option value="">{known ? t("current", { number: known.currentNumber }) : t("currentUnknown")}</option>
        {version === undefined || versions.some((number) => number === version) ? null : (
          <option value={String(version)}>{t("pinned", { number: String(version) })}</option>
        )}
        {versions.map((number) => (
          <option key={number} value={number}>
            {t("pinned", { number: String(number) })}
          </option>
        ))}
      </NativeSelect>
    </div>
  );
}

type ToolUseChoicesProps = {
  use: ToolUse;
  known: ToolChoice | undefined;
  onSet: (name: "version" | "configuration", value: unknown) => void;
};
