import { SunMoon } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { AppearanceMenu } from "#components/shell/appearance-menu.tsx";
import { Mark } from "#components/shell/mark.tsx";
import { Button } from "#components/ui/button.tsx";
import { CallStill } from "./call-still.tsx";

/** The page around sign-in and sign-up: the form on the left; what waits behind it on the right, where there is room. */
export function AuthFrame({ children }: { children: ReactNode }) {
  const t = useTranslations("common");
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(420px,480px)_1fr]">
      <div className="flex flex-col bg-surface lg:border-r lg:border-line">
        <header className="flex h-12 items-center gap-2 px-4">
          <Mark />
          <span className="text-14 font-semibold">Toolroom</span>
          <div className="ml-auto">
            <AppearanceMenu>
              <Button variant="ghost" shape="square" aria-label={t("appearance")} title={t("appearance")}>
                <SunMoon aria-hidden />
              </Button>
            </AppearanceMenu>
          </div>
        </header>
        <main className="flex flex-1 flex-col justify-center px-4 pt-4 pb-24">
          <div className="mx-auto w-full max-w-80">{children}</div>
        </main>
      </div>
      <CallStill />
    </div>
  );
}
