"use client";
import {
  Bot,
  Braces,
  CircleHelp,
  Inbox,
  type LucideIcon,
  MessageSquareText,
  Search,
  Settings2,
  SunMoon,
  Wrench,
} from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { useApprovals } from "#components/approvals/approvals-context.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Kbd, useChord } from "#components/ui/kbd.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { type Account, AccountMenu } from "./account-menu.tsx";
import { AppearanceMenu } from "./appearance-menu.tsx";

/** The way to every place: wide beside lists, slim beside a workbench, where tooltips carry the names. */
export function Navigation(props: NavigationProps) {
  const { account, here, counts, width, onSearch, onShortcuts, onSignOut, onLeave, className } = props;
  const t = useTranslations("common");
  const { approvals } = useApprovals();
  return (
    <nav
      aria-label={t("navigation")}
      className={cn("flex min-h-0 flex-col gap-0.5 p-2", width === "slim" && "items-center", className)}
    >
      <AccountMenu account={account} width={width} onSignOut={onSignOut} />
      <SearchButton width={width} onSearch={onSearch} />
      {PLACES.map(({ name, ...place }) => (
        <Place
          key={name}
          {...place}
          {...{ here, width, onLeave }}
          name={t(`places.${name}`)}
          count={counts[name]}
          badge={name === "approvals" ? approvals.length : 0}
        />
      ))}
      <div className="mt-auto flex flex-col gap-0.5">
        <Place
          {...{ href: "/settings", icon: Settings2, here, width, onLeave }}
          name={t("places.settings")}
          count={undefined}
          badge={0}
        />
        <Named width={width} label={t("shortcuts")}>
          <button type="button" onClick={onShortcuts} className={row(width)}>
            <Sign icon={CircleHelp} />
            <Label width={width}>{t("shortcuts")}</Label>
            {width === "wide" ? <Kbd keys="?" /> : null}
          </button>
        </Named>
        <AppearanceMenu side={width === "slim" ? "right" : "top"}>
          <button type="button" title={width === "slim" ? t("appearance") : undefined} className={row(width)}>
            <Sign icon={SunMoon} />
            <Label width={width}>{t("appearance")}</Label>
          </button>
        </AppearanceMenu>
      </div>
    </nav>
  );
}

type Width = "wide" | "slim";

function Place({ href, icon, name, count, badge, here, width, onLeave }: PlaceProps) {
  const current = here === href || here.startsWith(`${href}/`);
  return (
    <Named width={width} label={name}>
      <Link
        href={href}
        {...(onLeave ? { onClick: onLeave } : {})}
        aria-current={current ? "page" : undefined}
        className={row(width)}
      >
        <Sign icon={icon} />
        <Label width={width}>{name}</Label>
        {width === "wide" ? <span className="text-12 font-normal text-ink-3">{count}</span> : null}
        {badge > 0 ? <Badge count={badge} width={width} /> : null}
      </Link>
    </Named>
  );
}

/** How much waits there for a person. */
function Badge({ count, width }: { count: number; width: Width }) {
  const t = useTranslations("common");
  return (
    <span
      className={cn(
        "rounded-full bg-accent px-1 text-center text-12 leading-4 font-semibold text-on-accent",
        width === "slim" ? "absolute top-0 right-0 min-w-4" : "min-w-5",
      )}
    >
      <span aria-hidden>{count > 99 ? "99+" : count}</span>
      <span className="sr-only">{t("waiting", { count })}</span>
    </span>
  );
}

type PlaceProps = {
  href: string;
  icon: LucideIcon;
  name: string;
  count: number | undefined;
  badge: number;
  here: string;
  width: Width;
  onLeave: (() => void) | undefined;
};

type NavigationProps = {
  account: Account;
  here: string;
  counts: { [name in (typeof PLACES)[number]["name"]]?: number };
  width: Width;
  onSearch: () => void;
  onShortcuts: () => void;
  onSignOut: () => void;
  onLeave?: () => void;
  className?: string;
};

const PLACES = [
  { href: "/tools", icon: Wrench, name: "tools" },
  { href: "/agents", icon: Bot, name: "agents" },
  { href: "/sessions", icon: MessageSquareText, name: "sessions" },
  { href: "/approvals", icon: Inbox, name: "approvals" },
  { href: "/schema", icon: Braces, name: "schema" },
] as const;

function SearchButton({ width, onSearch }: { width: Width; onSearch: () => void }) {
  const t = useTranslations("common");
  const chord = useChord("mod+k");
  if (width === "slim") {
    return (
      <Named width={width} label={`${t("search")} ${chord}`}>
        <button type="button" onClick={onSearch} className={row(width)}>
          <Sign icon={Search} />
          <Label width={width}>{t("search")}</Label>
        </button>
      </Named>
    );
  }
  return (
    <button
      type="button"
      onClick={onSearch}
      className="mb-2 flex h-7 shrink-0 items-center gap-2 rounded-sm border border-line-strong bg-surface pr-1.5 pl-2 text-ink-3 transition-colors hover:border-line-input"
    >
      <Search aria-hidden className="size-3.5" />
      <span className="flex-1 text-left">{t("searchOrJump")}</span>
      <Kbd keys="mod+k" />
    </button>
  );
}

function Named({
  width,
  label,
  children,
}: { width: Width } & Pick<ComponentProps<typeof Tooltip>, "label" | "children">) {
  if (width === "wide") return children;
  return (
    <Tooltip label={label} side="right">
      {children}
    </Tooltip>
  );
}

function Sign({ icon: Icon }: { icon: LucideIcon }) {
  return <Icon aria-hidden className="size-4 shrink-0 stroke-[1.5]" />;
}

function Label({ width, children }: { width: Width; children: string }) {
  return <span className={width === "slim" ? "sr-only" : "min-w-0 flex-1 truncate text-left"}>{children}</span>;
}

function row(width: Width): string {
  return cn(
    "relative flex shrink-0 items-center gap-2.5 rounded-sm font-medium text-ink-2 transition-colors hover:bg-hover hover:text-ink",
    "aria-[current]:bg-hover aria-[current]:text-ink aria-[current]:[&>svg]:text-accent-text data-[state=open]:bg-hover",
    width === "slim" ? "h-8 w-9 justify-center" : "h-7 px-2",
  );
}
