"use client";
import { Command } from "cmdk";
import {
  BotMessageSquare,
  Braces,
  CircleHelp,
  Languages,
  LogOut,
  type LucideIcon,
  MessageSquarePlus,
  MessageSquareText,
  Plug,
  Plus,
  SunMoon,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { Dialog } from "radix-ui";
import type { ReactNode } from "react";
import { AgentMark } from "#components/ui/agent-mark.tsx";
import { Kbd } from "#components/ui/kbd.tsx";
import { ToolIcon } from "#components/ui/tool-icon.tsx";
import { useAppearance } from "./appearance.tsx";
import { Locale, Theme } from "./appearance-schema.ts";
import { paletteScore } from "./palette-score.ts";

/** Goes anywhere and does what needs no page: every tool, and the actions that exist now. */
export function Palette({ open, onOpenChange, tools, agents, sessions, onGo, onShortcuts, onSignOut }: PaletteProps) {
  const t = useTranslations("common");
  const choose = (run: () => void) => () => {
    onOpenChange(false);
    run();
  };
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-(--z-palette) bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed top-[12vh] left-1/2 z-(--z-palette) w-[min(560px,calc(100vw-24px))] -translate-x-1/2 animate-appear overflow-hidden rounded-lg border border-line-strong bg-raised shadow-3 focus:outline-none"
        >
          <Dialog.Title className="sr-only">{t("searchOrJump")}</Dialog.Title>
          <Command label={t("searchOrJump")} filter={paletteScore} loop>
            <Command.Input
              placeholder={t("searchPlaceholder")}
              className="h-11 w-full border-b border-line bg-transparent px-4 text-14 outline-none"
            />
            <Command.List className="max-h-[min(400px,60vh)] scroll-py-1 overflow-y-auto p-1">
              <Command.Empty className="px-3 py-6 text-center text-ink-3">{t("nothingFound")}</Command.Empty>
              <Group heading={t("places.tools")}>
                {tools.map(({ name, description }) => (
                  <Row
                    key={name}
                    value={name}
                    keywords={[description]}
                    onSelect={choose(() => onGo(`/tools/${encodeURIComponent(name)}`))}
                  >
                    <ToolIcon name={name} size="sm" />
                    <span className="shrink-0 font-medium">{name}</span>
                    <span className="min-w-0 flex-1 truncate text-ink-3">{description}</span>
                  </Row>
                ))}
              </Group>
              {agents.length > 0 ? (
                <Group heading={t("places.agents")}>
                  {agents.map(({ id, name, description }) => (
                    <Row
                      key={id}
                      value={`${name} ${id}`}
                      keywords={[description]}
                      onSelect={choose(() => onGo(`/agents/${encodeURIComponent(id)}`))}
                    >
                      <AgentMark name={name} size="sm" />
                      <span className="shrink-0 font-medium">{name}</span>
                      <span className="min-w-0 flex-1 truncate text-ink-3">{description}</span>
                    </Row>
                  ))}
                </Group>
              ) : null}
              {sessions.length > 0 ? (
                <Group heading={t("recentSessions")}>
                  {sessions.map(({ id, title, agentName }) => (
                    <Row
                      key={id}
                      value={`${title} ${id}`}
                      keywords={[agentName]}
                      onSelect={choose(() => onGo(`/sessions/${encodeURIComponent(id)}`))}
                    >
                      <MessageSquareText aria-hidden className="mx-0.5 size-4 shrink-0 stroke-[1.5] text-ink-3" />
                      <span className="min-w-0 flex-1 truncate">{title}</span>
                      <span className="max-w-40 shrink-0 truncate text-ink-3">{agentName}</span>
                    </Row>
                  ))}
                </Group>
              ) : null}
              <Group heading={t("actions")}>
                <Act
                  icon={MessageSquarePlus}
                  keys="s"
                  onSelect={choose(() => onGo("/sessions/new"))}
                  name={t("newSession")}
                />
                <Act icon={Plus} keys="n" onSelect={choose(() => onGo("/tools/new"))} name={t("newTool")} />
                <Act icon={BotMessageSquare} onSelect={choose(() => onGo("/agents/new"))} name={t("newAgent")} />
                <Act icon={Plug} onSelect={choose(() => onGo("/settings/providers"))} name={t("places.providers")} />
                <Act icon={Braces} onSelect={choose(() => onGo("/schema"))} name={t("places.schema")} />
                <AppearanceActs choose={choose} />
                <Act icon={CircleHelp} keys="?" onSelect={choose(onShortcuts)} name={t("shortcuts")} />
                <Act icon={LogOut} onSelect={choose(onSignOut)} name={t("signOut")} />
              </Group>
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type PaletteProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  tools: readonly { name: string; description: string }[];
  agents: readonly { id: string; name: string; description: string }[];
  sessions: readonly { id: string; title: string; agentName: string }[];
  onGo: (href: string) => void;
  onShortcuts: () => void;
  onSignOut: () => void;
};

function AppearanceActs({ choose }: { choose: (run: () => void) => () => void }) {
  const t = useTranslations("common");
  const { theme, locale, setTheme, setLocale } = useAppearance();
  return (
    <>
      {Theme.options
        .filter((value) => value !== theme)
        .map((value) => (
          <Act
            key={value}
            icon={SunMoon}
            onSelect={choose(() => void setTheme(value))}
            name={t("changeTo", { what: t("theme"), value: t(`themes.${value}`) })}
          />
        ))}
      {Locale.options
        .filter((value) => value !== locale)
        .map((value) => (
          <Act
            key={value}
            icon={Languages}
            onSelect={choose(() => void setLocale(value))}
            name={t("changeTo", { what: t("language"), value: t(`languages.${value}`) })}
          />
        ))}
    </>
  );
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-12 [&_[cmdk-group-heading]]:text-ink-3"
    >
      {children}
    </Command.Group>
  );
}

function Row({ children, ...rest }: RowProps) {
  return (
    <Command.Item {...rest} className="flex h-8 items-center gap-2.5 rounded-sm px-2 data-[selected=true]:bg-selected">
      {children}
    </Command.Item>
  );
}

type RowProps = { value: string; keywords?: string[]; onSelect: () => void; children: ReactNode };

function Act({
  icon: Icon,
  name,
  keys,
  onSelect,
}: {
  icon: LucideIcon;
  name: string;
  keys?: string;
  onSelect: () => void;
}) {
  return (
    <Row value={name} onSelect={onSelect}>
      <Icon aria-hidden className="mx-0.5 size-4 shrink-0 stroke-[1.5] text-ink-3" />
      <span className="min-w-0 flex-1 truncate">{name}</span>
      {keys ? <Kbd keys={keys} /> : null}
    </Row>
  );
}
