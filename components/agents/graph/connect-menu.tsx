"use client";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { AgentMark } from "#components/ui/agent-mark.tsx";
import { Button } from "#components/ui/button.tsx";
import { Menu, MenuContent, MenuItem, MenuLabel, MenuSeparator, MenuTrigger } from "#components/ui/menu.tsx";
import { useFileEditing } from "../editing.tsx";
import { agentsOf } from "../file-agents.ts";
import { useGraphActs } from "./use-graph-acts.ts";

/** Adds a handoff, or an agent as a tool: to an agent of the file, or to a new one. */
export function ConnectMenu({ at }: { at: number }) {
  const t = useTranslations("agents.graph");
  const { file } = useFileEditing();
  const { link, linkNew } = useGraphActs();
  const agents = agentsOf(file);
  const others = agents.map(({ name }, to) => ({ name, to })).filter(({ to }) => to !== at);
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button size="sm" aria-label={t("connectOf", { name: agents[at]?.name ?? "" })}>
          <Plus aria-hidden />
          {t("connect")}
        </Button>
      </MenuTrigger>
      <MenuContent align="end" className="max-w-80">
        {(["handoffs", "agentTools"] as const).map((kind, group) => (
          <div key={kind}>
            {group > 0 ? <MenuSeparator /> : null}
            <MenuLabel>{t(`connectBy.${kind}`)}</MenuLabel>
            {others.map(({ name, to }) => (
              <MenuItem key={`${to} ${name}`} onSelect={() => link(at, { kind, to })}>
                <span className="flex items-center gap-2">
                  <AgentMark name={name} size="sm" />
                  <span className="truncate">{name}</span>
                </span>
              </MenuItem>
            ))}
            <MenuItem icon={Plus} onSelect={() => linkNew(at, kind)}>
              {t(`connectNew.${kind}`)}
            </MenuItem>
          </div>
        ))}
      </MenuContent>
    </Menu>
  );
}
