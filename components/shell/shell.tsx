"use client";
import { Menu as MenuIcon, Search } from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { Dialog } from "radix-ui";
import { type ReactNode, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { useShortcut } from "#components/ui/use-shortcut.ts";
import type { Account } from "./account-menu.tsx";
import { Navigation } from "./navigation.tsx";
import { Palette } from "./palette.tsx";
import { ShortcutsDialog } from "./shortcuts-dialog.tsx";

/** The frame of every signed-in page: navigation, palette and shortcuts around the page itself. */
export function Shell({ account, tools, agents, sessions, signOut, children }: ShellProps) {
  const t = useTranslations("common");
  const here = usePathname();
  const router = useRouter();
  const [over, setOver] = useState<"palette" | "shortcuts" | "navigation" | null>(null);
  const show = (what: typeof over) => (open: boolean) => setOver(open ? what : null);
  useShortcut("mod+k", () => setOver(over === "palette" ? null : "palette"));
  useShortcut("?", () => setOver("shortcuts"));
  useShortcut("n", () => router.push("/tools/new"));
  useShortcut("s", () => router.push("/sessions/new"));

  const slim = isWorkbench(here);
  const navigation = {
    account,
    here,
    counts: { tools: tools.length, agents: agents.length },
    onSearch: () => setOver("palette"),
    onShortcuts: () => setOver("shortcuts"),
    onSignOut: () => void signOut(),
  };
  return (
    <div
      className={cn(
        "grid h-dvh grid-rows-[48px_minmax(0,1fr)] md:grid-rows-1",
        slim ? "md:grid-cols-[52px_minmax(0,1fr)]" : "md:grid-cols-[216px_minmax(0,1fr)]",
      )}
    >
      <a
        href="#main"
        className="sr-only z-(--z-palette) rounded-sm bg-raised px-3 py-1.5 font-medium shadow-3 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {t("skipToContent")}
      </a>
      <Navigation {...navigation} width={slim ? "slim" : "wide"} className="max-md:hidden" />
      <TopBar
        team={account.team}
        open={over === "navigation"}
        onOpenChange={show("navigation")}
        onSearch={() => setOver("palette")}
      >
        <Navigation {...navigation} width="wide" onLeave={() => setOver(null)} className="h-full" />
      </TopBar>
      <main
        id="main"
        tabIndex={-1}
        className="relative flex min-h-0 min-w-0 flex-col overflow-clip bg-surface outline-none max-md:border-t md:border-l border-line"
      >
        {children}
      </main>
      <Palette
        open={over === "palette"}
        onOpenChange={show("palette")}
        tools={tools}
        agents={agents}
        sessions={sessions}
        onGo={(href) => router.push(href)}
        onShortcuts={() => setOver("shortcuts")}
        onSignOut={() => void signOut()}
      />
      <ShortcutsDialog open={over === "shortcuts"} onOpenChange={show("shortcuts")} />
    </div>
  );
}

type ShellProps = {
  account: Account;
  tools: { name: string; description: string }[];
  agents: { id: string; name: string; description: string }[];
  sessions: { id: string; title: string; agentName: string }[];
  signOut: () => Promise<void>;
  children: ReactNode;
};

/** A tool's or an agent's own page, a schema's and the sessions need the width; lists keep the wide navigation. */
function isWorkbench(pathname: string): boolean {
  return /^\/(tools\/(?!new$).|agents\/.|schema$|sessions)/.test(pathname);
}

function TopBar({ team, open, onOpenChange, onSearch, children }: TopBarProps) {
  const t = useTranslations("common");
  return (
    <header className="flex items-center gap-1 px-2 md:hidden">
      <Dialog.Root open={open} onOpenChange={onOpenChange}>
        <Dialog.Trigger asChild>
          <Button variant="ghost" size="lg" shape="square" aria-label={t("openNavigation")}>
            <MenuIcon aria-hidden />
          </Button>
        </Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Overlay className="fixed inset-0 z-(--z-dialog) bg-scrim" />
          <Dialog.Content
            aria-describedby={undefined}
            className="fixed inset-y-0 left-0 z-(--z-dialog) w-72 max-w-[85vw] animate-slide-in border-r border-line-strong bg-canvas shadow-3 focus:outline-none"
          >
            <Dialog.Title className="sr-only">{t("navigation")}</Dialog.Title>
            {children}
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
      <span className="min-w-0 flex-1 truncate px-1 font-semibold">{team}</span>
      <Button variant="ghost" size="lg" shape="square" aria-label={t("search")} onClick={onSearch}>
        <Search aria-hidden />
      </Button>
    </header>
  );
}

type TopBarProps = {
  team: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSearch: () => void;
  children: ReactNode;
};
