"use client";
import { ArrowDown, ArrowUp, Copy, Ellipsis, Flag, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "#components/ui/menu.tsx";
import { useFileEditing } from "../editing.tsx";
import { agentsOf } from "../file-agents.ts";
import { useGraphActs } from "./use-graph-acts.ts";

/** What one can do with an agent in its file. */
export function AgentActs({ at }: { at: number }) {
  const t = useTranslations("agents.graph");
  const { file } = useFileEditing();
  const acts = useGraphActs();
  const name = agentsOf(file)[at]?.name ?? "";
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button size="sm" variant="ghost" shape="square" aria-label={t("actsOf", { name })}>
          <Ellipsis aria-hidden />
        </Button>
      </MenuTrigger>
      <MenuContent align="end">
        <MenuItem icon={Copy} onSelect={() => acts.duplicateAgent(at)}>
          {t("duplicate")}
        </MenuItem>
        {at === 0 ? null : (
          <>
            <MenuItem icon={Flag} onSelect={() => acts.makeFirst(at)}>
              {t("makeFirst")}
            </MenuItem>
            <MenuItem icon={ArrowUp} disabled={at === 1} onSelect={() => acts.moveAgent(at, -1)}>
              {t("up")}
            </MenuItem>
            <MenuItem icon={ArrowDown} disabled={at === file.agents.length} onSelect={() => acts.moveAgent(at, 1)}>
              {t("down")}
            </MenuItem>
          </>
        )}
        <MenuItem icon={Trash2} tone="danger" disabled={at === 0} onSelect={() => acts.removeAgent(at)}>
          {t(at === 0 ? "firstStays" : "remove")}
        </MenuItem>
      </MenuContent>
    </Menu>
  );
}
