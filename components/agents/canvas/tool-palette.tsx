"use client";
import { Command } from "cmdk";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { paletteScore } from "#components/shell/palette-score.ts";
import { firstLine } from "#components/tools/tool-text.ts";
import { Button } from "#components/ui/button.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "#components/ui/popover.tsx";
import { ToolIcon } from "#components/ui/tool-icon.tsx";
import { useFileEditing } from "../editing.tsx";
import { agentsOf } from "../file-agents.ts";
import { useGraphActs } from "../graph/use-graph-acts.ts";

/** Gives one of the team's tools to the agent that is selected. */
export function ToolPalette() {
  const t = useTranslations("agents.graph");
  const { file, team, selection } = useFileEditing();
  const { addTool } = useGraphActs();
  const [open, setOpen] = useState(false);
  const at = selection.kind === "file" ? 0 : selection.at;
  const name = agentsOf(file)[at]?.name ?? "";
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button size="sm" variant="ghost">
          <Plus aria-hidden />
          {t("addTool")}
        </Button>
      </PopoverTrigger>
      <PopoverContent align="start" aria-label={t("addToolsTo", { name })} className="overflow-hidden">
        <Command label={t("findTool")} filter={paletteScore} loop>
          <Command.Input
            placeholder={t("addToolsTo", { name })}
            className="h-9 w-full border-b border-line bg-transparent px-3 text-13 outline-none"
          />
          <Command.List className="max-h-72 scroll-py-1 overflow-y-auto p-1">
            <Command.Empty className="px-3 py-6 text-center text-ink-3">{t("noTool")}</Command.Empty>
            {team.tools.map((tool) => (
              <Command.Item
                key={tool.name}
                value={tool.name}
                keywords={[tool.description]}
                onSelect={() => {
                  setOpen(false);
                  addTool(at, tool.name);
                }}
                className="flex h-9 items-center gap-2.5 rounded-sm px-2 data-[selected=true]:bg-selected"
              >
                <ToolIcon name={tool.name} size="sm" />
                <span className="max-w-40 shrink-0 truncate font-medium">{tool.name}</span>
                <span className="min-w-0 flex-1 truncate text-12 text-ink-3">{firstLine(tool.description)}</span>
              </Command.Item>
            ))}
          </Command.List>
        </Command>
      </PopoverContent>
    </Popover>
  );
}
