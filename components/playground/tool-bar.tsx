"use client";

import { Copy, Ellipsis, Trash2 } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Snippets } from "#components/run/snippets.tsx";
import { PageBar, PageTitle } from "#components/shell/page-bar.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogClose, DialogContent } from "#components/ui/dialog.tsx";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "#components/ui/menu.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { ToolIcon } from "#components/ui/tool-icon.tsx";
import type { ToolDetail } from "#lib/registry/schema.ts";
import type { ToolActions } from "./actions.ts";
import type { CallDraft } from "./playground.tsx";

type Props = { tool: ToolDetail; draft: CallDraft; mayWrite: boolean; actions: ToolActions };

/** Which tool this is, and what one can do with it besides running it. */
export function ToolBar({ tool, draft, mayWrite, actions }: Props) {
  const t = useTranslations("playground");
  const tCommon = useTranslations("common");
  return (
    <PageBar
      actions={
        <>
          <Snippets toolId={tool.id} toolName={tool.name} {...draft} />
          {mayWrite ? <MoreMenu tool={tool} actions={actions} /> : null}
        </>
      }
    >
      <Link href="/tools" className="text-ink-3 hover:text-ink max-sm:sr-only">
        {tCommon("places.tools")}
      </Link>
      <span aria-hidden className="text-ink-3 max-sm:hidden">
        /
      </span>
      <ToolIcon name={tool.name} size="sm" />
      <PageTitle>{tool.name}</PageTitle>
      <Tag className="font-mono">{t("version", { number: tool.versionNumber })}</Tag>
      {tool.builtin ? <Tag className="max-sm:hidden">{t("builtin")}</Tag> : null}
    </PageBar>
  );
}

function MoreMenu({ tool, actions }: { tool: ToolDetail; actions: ToolActions }) {
  const t = useTranslations("playground");
  const router = useRouter();
  const [asking, setAsking] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);

  async function duplicate() {
    const answer = await actions.duplicateTool({ toolId: tool.id });
    if (answer.ok) router.push(`/tools/${encodeURIComponent(answer.value.name)}?tab=code`);
    else setRefused(answer.error.message);
  }

  async function remove() {
    const answer = await actions.deleteTool({ toolId: tool.id });
    if (answer.ok) router.push("/tools");
    else setRefused(answer.error.message);
  }

  return (
    <>
      <Menu>
        <MenuTrigger asChild>
          <Button variant="ghost" shape="square" aria-label={t("actions")}>
            <Ellipsis aria-hidden />
          </Button>
        </MenuTrigger>
        <MenuContent align="end">
          <MenuItem icon={Copy} onSelect={duplicate}>
            {t("duplicate")}
          </MenuItem>
          {tool.builtin ? null : (
            <MenuItem icon={Trash2} tone="danger" onSelect={() => setAsking(true)}>
              {t("delete")}
            </MenuItem>
          )}
        </MenuContent>
      </Menu>
      <Dialog open={asking || refused !== null} onOpenChange={() => [setAsking(false), setRefused(null)]}>
        <DialogContent
          title={t("deleteTitle", { name: tool.name })}
          footer={
            <>
              <DialogClose asChild>
                <Button>{t("cancel")}</Button>
              </DialogClose>
              <Button variant="danger" onClick={remove}>
                {t("deleteConfirm", { name: tool.name })}
              </Button>
            </>
          }
        >
          <p className="text-ink-2">{refused ?? t("deleteText")}</p>
        </DialogContent>
      </Dialog>
    </>
  );
}
