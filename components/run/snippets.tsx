"use client";

import { Check, ChevronDown, Copy, SquareTerminal, Terminal } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { Menu, MenuContent, MenuItem, MenuLabel, MenuTrigger } from "#components/ui/menu.tsx";
import { commandSnippet, curlSnippet, type SnippetUser } from "./snippet-text.ts";
import { useCopy } from "./use-copy.ts";

type Props = { toolId: string; toolName: string; toolParameters: string; user?: SnippetUser };

/** Copies the call that is filled in as a command for another place; values of UserParameters are left out. */
export function Snippets({ toolId, toolName, toolParameters, user = {} }: Props) {
  const t = useTranslations("run.snippets");
  const { state, copy } = useCopy();
  const call = { toolId, toolName, toolParameters, user };

  return (
    <Menu>
      <MenuTrigger asChild>
        <Button variant="ghost">
          {state === "copied" ? <Check aria-hidden /> : <Copy aria-hidden />}
          <span aria-live="polite">{t(state)}</span>
          <ChevronDown aria-hidden />
        </Button>
      </MenuTrigger>
      <MenuContent align="end" className="max-w-80">
        <MenuItem icon={Terminal} onSelect={() => copy(curlSnippet(call, window.location.origin))}>
          {t("curl")}
        </MenuItem>
        <MenuItem icon={SquareTerminal} onSelect={() => copy(commandSnippet(call))}>
          {t("command")}
        </MenuItem>
        <MenuLabel>{t("note")}</MenuLabel>
      </MenuContent>
    </Menu>
  );
}
