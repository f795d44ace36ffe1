"use client";
import { Server } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "#components/ui/menu.tsx";
import { useEditing } from "./editing.tsx";
import { useGraphActs } from "./graph/use-graph-acts.ts";

/** What a hosted tool begins with, as the Responses API takes it. */
const HOSTED = [
  { type: "web_search" },
  { type: "file_search", vector_store_ids: ["vs_"] },
  { type: "code_interpreter", container: { type: "auto" } },
  { type: "image_generation" },
  { type: "mcp", server_label: "server", server_url: "https://example.com/mcp", require_approval: "always" },
] as const;

/** Gives the agent a tool that its model server runs itself. */
export function HostedToolMenu() {
  const t = useTranslations("agents.hostedTool");
  const { at } = useEditing();
  const { addHostedTool } = useGraphActs();
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button size="sm">
          <Server aria-hidden />
          {t("add")}
        </Button>
      </MenuTrigger>
      <MenuContent align="end">
        {HOSTED.map((hosted) => (
          <MenuItem key={hosted.type} onSelect={() => addHostedTool(at, hosted)}>
            {t(`types.${hosted.type}`)}
          </MenuItem>
        ))}
      </MenuContent>
    </Menu>
  );
}
