"use client";
import { ChevronsUpDown, LogOut } from "lucide-react";
import { useTranslations } from "next-intl";
import { cn } from "#components/ui/class-names.ts";
import { Menu, MenuContent, MenuItem, MenuLabel, MenuSeparator, MenuTrigger } from "#components/ui/menu.tsx";
import type { Role } from "#lib/auth/schema.ts";
import { Mark } from "./mark.tsx";

/** Who is signed in, and where. */
export type Account = { team: string; name: string; email: string; role: Role };

/** The team on top of the navigation; it opens the account. */
export function AccountMenu({ account, width, onSignOut }: AccountMenuProps) {
  const t = useTranslations("common");
  return (
    <Menu>
      <MenuTrigger
        aria-label={t("accountOf", { team: account.team })}
        className={cn(
          "mb-2 flex h-8 shrink-0 items-center gap-2 rounded-sm text-left hover:bg-hover data-[state=open]:bg-hover",
          width === "slim" ? "w-9 justify-center" : "px-1.5",
        )}
      >
        <Mark />
        {width === "slim" ? null : (
          <>
            <span className="min-w-0 flex-1 truncate font-semibold">{account.team}</span>
            <ChevronsUpDown aria-hidden className="size-3.5 text-ink-3" />
          </>
        )}
      </MenuTrigger>
      <MenuContent className="min-w-50">
        <div className="px-2 py-1.5">
          <p className="truncate font-medium">{account.name}</p>
          <p className="truncate text-12 text-ink-3">{account.email}</p>
        </div>
        <MenuSeparator />
        <MenuLabel>{t("roleIn", { role: t(`roles.${account.role}`), team: account.team })}</MenuLabel>
        <MenuSeparator />
        <MenuItem icon={LogOut} onSelect={onSignOut}>
          {t("signOut")}
        </MenuItem>
      </MenuContent>
    </Menu>
  );
}

type AccountMenuProps = { account: Account; width: "wide" | "slim"; onSignOut: () => void };
