"use client";
import { Copy, Download, Ellipsis, FileCode2, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogClose, DialogContent } from "#components/ui/dialog.tsx";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "#components/ui/menu.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { AgentListActions } from "./actions.ts";

type Props = {
  agent: { id: string; name: string; builtin: boolean };
  mayWrite: boolean;
  actions: Pick<AgentListActions, "duplicate" | "remove">;
  onDuplicated: (id: string) => void;
  onRemoved: () => void;
};

/** What one can do with an agent besides using and changing it. */
export function AgentMenu({ agent, mayWrite, actions, onDuplicated, onRemoved }: Props) {
  const t = useTranslations("agents.menu");
  const say = useToast();
  const [asking, setAsking] = useState(false);

  async function duplicate() {
    const answer = await actions.duplicate({ agentId: agent.id });
    if (answer.ok) onDuplicated(answer.value.id);
    else say({ tone: "bad", title: t("notDuplicated"), description: answer.error.message });
  }

  async function remove() {
    setAsking(false);
    const answer = await actions.remove({ agentId: agent.id });
    if (answer.ok) onRemoved();
    else say({ tone: "bad", title: t("notDeleted"), description: answer.error.message });
  }

  return (
    <>
      <Menu>
        <MenuTrigger asChild>
          <Button variant="ghost" shape="square" aria-label={t("label", { name: agent.name })} className="relative">
            <Ellipsis aria-hidden />
          </Button>
        </MenuTrigger>
        <MenuContent align="end">
          <MenuItem icon={Download} onSelect={() => window.location.assign(fileUrl(agent.id))}>
            {t("export")}
          </MenuItem>
          <MenuItem icon={FileCode2} onSelect={() => window.location.assign(programUrl(agent.id))}>
            {t("program")}
          </MenuItem>
          {mayWrite ? (
            <>
              <MenuItem icon={Copy} onSelect={() => void duplicate()}>
                {t("duplicate")}
              </MenuItem>
              <MenuItem icon={Trash2} tone="danger" onSelect={() => setAsking(true)}>
                {t("delete")}
              </MenuItem>
            </>
          ) : null}
        </MenuContent>
      </Menu>
      <Dialog open={asking} onOpenChange={setAsking}>
        <DialogContent
          title={t("deleteTitle", { name: agent.name })}
          footer={
            <>
              <DialogClose asChild>
                <Button>{t("cancel")}</Button>
              </DialogClose>
              <Button variant="danger" onClick={() => void remove()}>
                {t("deleteConfirm")}
              </Button>
            </>
          }
        >
          <p className="text-ink-2">{t(agent.builtin ? "deleteSampleText" : "deleteText")}</p>
        </DialogContent>
      </Dialog>
    </>
  );
}

/** Where the agent can be had as a file. */
function fileUrl(agentId: string): string {
  return `/api/agents/${encodeURIComponent(agentId)}/file`;
}

/** Where the agent can be had as a program. */
function programUrl(agentId: string): string {
  return `/api/agents/${encodeURIComponent(agentId)}/program`;
}
