"use client";
import { useTranslations } from "next-intl";
import { SchemaField } from "./schema-field.tsx";
import { TextField } from "./text-field.tsx";

type Props = {
  of: "handoff" | "agentTool";
  path: string;
  part: Readonly<Record<string, unknown>>;
  set: (name: string, value: unknown) => void;
};

const NAMES = {
  handoff: { name: "toolNameOverride", description: "toolDescriptionOverride" },
  agentTool: { name: "toolName", description: "toolDescription" },
} as const;

/** What a model is told of the function by which it reaches another agent: its name, its words, and what goes along. */
export function FunctionFields({ of, path, part, set }: Props) {
  const t = useTranslations(`agents.${of}`);
  const { name, description } = NAMES[of];
  return (
    <>
      <TextField
        look="name"
        path={`${path}.${name}`}
        label={t(name as "toolName")}
        placeholder={t("toolNameUnset")}
        value={part[name]}
        onChange={(value) => set(name, value)}
      />
      <TextField
        look="text"
        path={`${path}.${description}`}
        label={t(description as "toolDescription")}
        hint={t("toolDescriptionHint")}
        value={part[description]}
        onChange={(value) => set(description, value)}
      />
      <SchemaField
        path={`${path}.inputType`}
        label={t("inputType")}
        hint={t("inputTypeHint")}
        none={t("noInputType")}
        add={t("addInputType")}
        value={part.inputType}
        onChange={(value) => set("inputType", value)}
      />
    </>
  );
}
