"use client";
import { List } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Input } from "#components/ui/input.tsx";
import { Section } from "#components/ui/section.tsx";
import { Tag } from "#components/ui/tag.tsx";

export type Models = { state: "unknown" | "reading" | "read"; names: readonly string[]; problem: string | null };

/** What the server lists; a model can be made the default from here. */
export function ModelList({ models, defaultModel, readOnly, onList, onChoose }: ModelListProps) {
  const t = useTranslations("providers.models");
  const [query, setQuery] = useState("");
  const shown = models.names.filter((name) => name.toLowerCase().includes(query.trim().toLowerCase()));
  return (
    <Section
      id="models"
      title={t("title")}
      hint={models.state === "read" && models.problem === null ? t("count", { count: models.names.length }) : null}
      actions={
        <Button size="sm" disabled={models.state === "reading"} onClick={onList}>
          <List aria-hidden />
          {t(models.state === "reading" ? "reading" : "list")}
        </Button>
      }
    >
      {models.problem ? (
        <p role="alert" className="text-danger-text">
          {models.problem}
        </p>
      ) : null}
      {models.names.length > FEW ? (
        <Input
          type="search"
          aria-label={t("search")}
          placeholder={t("search")}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      ) : null}
      {models.names.length > 0 ? (
        <ul
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list has to scroll by the keyboard too.
          tabIndex={0}
          aria-label={t("title")}
          className="flex max-h-80 flex-col overflow-y-auto rounded-md border border-line-strong"
        >
          {shown.map((name) => (
            <li
              key={name}
              className="group flex min-h-8 shrink-0 items-center gap-2 border-b border-line px-3 last:border-b-0"
            >
              <code className="min-w-0 flex-1 truncate text-12">{name}</code>
              {name === defaultModel ? (
                <Tag tone="accent">{t("default")}</Tag>
              ) : readOnly ? null : (
                <Button
                  size="sm"
                  variant="ghost"
                  className="group-focus-within:opacity-100 group-hover:opacity-100 lg:opacity-0"
                  aria-label={t("makeDefaultName", { name })}
                  onClick={() => onChoose(name)}
                >
                  {t("makeDefault")}
                </Button>
              )}
            </li>
          ))}
          {shown.length === 0 ? <li className="px-3 py-2 text-ink-3">{t("noMatch")}</li> : null}
        </ul>
      ) : models.state === "read" && models.problem === null ? (
        <p className="text-ink-3">{t("none")}</p>
      ) : (
        <p className="text-12 text-ink-3">{t("about")}</p>
      )}
    </Section>
  );
}

const FEW = 12;

type ModelListProps = {
  models: Models;
  defaultModel: string;
  readOnly: boolean;
  onList: () => void;
  onChoose: (name: string) => void;
};
