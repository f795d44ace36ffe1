"use client";
import { FileCode2, FileJson2, FileText } from "lucide-react";
import { useTranslations } from "next-intl";
import { type SubmitEvent, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { CreationStatus } from "./creation-status.tsx";
import { nameProblem, ToolNameField } from "./tool-name-field.tsx";
import { LANGUAGE_NAMES } from "./tool-text.ts";
import { useCreation } from "./use-creation.ts";

/** A tool that runs at once, to be changed into one's own. */
export function NewToolTemplate({ taken, onCreated }: { taken: string[]; onCreated: (name: string) => void }) {
  const t = useTranslations("tools");
  const [template, setTemplate] = useState<"python" | "typescript">("python");
  const [name, setName] = useState("");
  const { state, send, cancel } = useCreation(onCreated);
  const problem = nameProblem(name, taken);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (problem === null) void send({ name, template });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4 p-4">
      <header>
        <h2 className="text-14 font-semibold">{t("new.template.title")}</h2>
        <p className="text-ink-2">{t("new.template.description")}</p>
      </header>
      <Segmented
        label={t("language")}
        value={template}
        onChange={setTemplate}
        options={[
          { value: "python", label: LANGUAGE_NAMES.python },
          { value: "typescript", label: LANGUAGE_NAMES.typescript },
        ]}
        className="self-start"
      />
      <ToolNameField value={name} problem={problem} onChange={setName} />
      <section>
        <h3 className="pb-1 font-medium">{t("new.template.files")}</h3>
        <ul>
          {TEMPLATE_FILES[template].map(({ path, role, icon: Icon }) => (
            <li key={path} className="flex min-h-8 items-center gap-2 border-b border-line py-1">
              <Icon aria-hidden className="size-4 shrink-0 stroke-[1.5] text-ink-3" />
              <code className="w-36 shrink-0 text-12">{path}</code>
              <span className="min-w-0 text-12 text-ink-3">{t(`new.template.roles.${role}`)}</span>
            </li>
          ))}
        </ul>
      </section>
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="primary" type="submit" disabled={problem !== null || state.at === "sending"}>
          {t("new.create")}
        </Button>
        {problem === null ? null : <span className="text-12 text-ink-3">{t(`new.blocked.${problem}`)}</span>}
      </div>
      <CreationStatus state={state} onCancel={cancel} />
    </form>
  );
}

/** The files of each template, as they stand in the registry's folder of templates. */
export const TEMPLATE_FILES = {
  python: [
    { path: "tool.py", role: "entry", icon: FileCode2 },
    { path: "greeting.py", role: "logic", icon: FileCode2 },
    { path: "requirements.txt", role: "packages", icon: FileText },
    { path: "example.json", role: "example", icon: FileJson2 },
  ],
  typescript: [
    { path: "tool.ts", role: "entry", icon: FileCode2 },
    { path: "greeting.ts", role: "logic", icon: FileCode2 },
    { path: "package.json", role: "packages", icon: FileJson2 },
    { path: "example.json", role: "example", icon: FileJson2 },
  ],
} as const;
