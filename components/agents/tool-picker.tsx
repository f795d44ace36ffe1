"use client";
import { Command } from "cmdk";
import { Check, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { paletteScore } from "#components/shell/palette-score.ts";
import { firstLine } from "#components/tools/tool-text.ts";
import { Button } from "#components/ui/button.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "#components/ui/popover.tsx";
import { ToolIcon } from "#components/ui/tool-icon.tsx";
import { useEditing } from "./editing.tsx";

/** Finds tools of the team and gives them to the agent, or takes them away; it stays open for several. */
export function ToolPicker({ label }: { label?: string }) {
  const t = useTranslations("agents.tools");
  const { form, team, change } = useEditing();
  const given = new Set(form.tools.map(({ tool }) => tool));
  const toggle = (name: string) =>
    change({
      tools: given.has(name) ? form.tools.filter(({ tool }) => tool !== name) : [...form.tools, { tool: name }],
    });
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button size="sm" aria-label={label}>
          <Plus aria-hidden />
          {t("add")}
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label={t("add")} className="overflow-hidden">
        <Command label={t("find")} filter={paletteScore} loop>
          <Command.Input
            placeholder={t("find")}
            className="h-9 w-full border-b border-line bg-transparent px-3 text-13 outline-none"
          />
          <Command.List className="max-h-80 scroll-py-1 overflow-y-auto p-1">
            <Command.Empty className="px-3 py-6 text-center text-ink-3">{t("notFound")}</Command.Empty>
            {team.tools.map(({ name, description }) => (
              <Command.Item
                key={name}
                value={name}
                keywords={[description]}
                onSelect={() => toggle(name)}
                className="flex h-9 items-center gap-2.5 rounded-sm px-2 data-[selected=true]:bg-selected"
              >
                <ToolIcon name={name} size="sm" />
                <span className="max-w-40 shrink-0 truncate font-medium">{name}</span>
                <span className="min-w-0 flex-1 truncate text-12 text-ink-3">{firstLine(description)}</span>
                {given.has(name) ? (
                  <>
                    <Check aria-hidden className="size-4 shrink-0 text-accent-text" />
                    <span className="sr-only">{t("given")}</span>
                  </>
                ) : null}
              </Command.Item>
            ))}
          </Command.List>
        </Command>
      </PopoverContent>
    </Popover>
  );
}
