import { render } from "@testing-library/react";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime.js";
import { NextIntlClientProvider } from "next-intl";
import { type ComponentProps, type ReactNode, useState } from "react";
import { ToastProvider } from "#components/ui/toast.tsx";
import agentsEn from "../../messages/en/agents.json" with { type: "json" };
import approvalsEn from "../../messages/en/approvals.json" with { type: "json" };
import commonEn from "../../messages/en/common.json" with { type: "json" };
import formEn from "../../messages/en/form.json" with { type: "json" };
import playgroundEn from "../../messages/en/playground.json" with { type: "json" };
import providersEn from "../../messages/en/providers.json" with { type: "json" };
import runEn from "../../messages/en/run.json" with { type: "json" };
import schemaEn from "../../messages/en/schema.json" with { type: "json" };
import sessionEn from "../../messages/en/session.json" with { type: "json" };
import toolsEn from "../../messages/en/tools.json" with { type: "json" };
import agentsKo from "../../messages/ko/agents.json" with { type: "json" };
import approvalsKo from "../../messages/ko/approvals.json" with { type: "json" };
import commonKo from "../../messages/ko/common.json" with { type: "json" };
import formKo from "../../messages/ko/form.json" with { type: "json" };
import playgroundKo from "../../messages/ko/playground.json" with { type: "json" };
import providersKo from "../../messages/ko/providers.json" with { type: "json" };
import runKo from "../../messages/ko/run.json" with { type: "json" };
import schemaKo from "../../messages/ko/schema.json" with { type: "json" };
import sessionKo from "../../messages/ko/session.json" with { type: "json" };
import toolsKo from "../../messages/ko/tools.json" with { type: "json" };
import { AppearanceProvider } from "./appearance.tsx";
import { Locale, type Theme } from "./appearance-schema.ts";

const MESSAGES = {
  en: {
    agents: agentsEn,
    approvals: approvalsEn,
    playground: playgroundEn,
    providers: providersEn,
    common: commonEn,
    form: formEn,
    run: runEn,
    schema: schemaEn,
    session: sessionEn,
    tools: toolsEn,
  },
  ko: {
    agents: agentsKo,
    approvals: approvalsKo,
    playground: playgroundKo,
    providers: providersKo,
    common: commonKo,
    form: formKo,
    run: runKo,
    schema: schemaKo,
    session: sessionKo,
    tools: toolsKo,
  },
};
// Radix measures its boxes and cmdk scrolls to its choice; jsdom lays nothing out.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
Element.prototype.scrollIntoView ??= () => {};

const NOW = new Date("2026-03-10T12:00:00Z");

/** Renders within what the root layout puts around a page. A missing message fails the test; `visited` holds where the router went. */
export function renderApp(page: ReactNode, { locale = "en" }: { locale?: Locale } = {}) {
  const visited: string[] = [];
  const frame = (inside: ReactNode) => (
    <Frame locale={locale} visited={visited}>
      {inside}
    </Frame>
  );
  const { rerender, ...rendered } = render(frame(page));
  return { ...rendered, visited, show: (next: ReactNode) => rerender(frame(next)) };
}

function Frame({ locale, visited, children }: { locale: Locale; visited: string[]; children: ReactNode }) {
  const [language, setLanguage] = useState(locale);
  const [theme, setTheme] = useState<Theme>("system");
  return (
    <AppRouterContext value={routerInto(visited)}>
      <NextIntlClientProvider
        locale={language}
        messages={MESSAGES[language]}
        timeZone="Asia/Seoul"
        now={NOW}
        onError={(error) => {
          throw error;
        }}
      >
        <AppearanceProvider
          theme={theme}
          locale={Locale.parse(language)}
          setTheme={async (next) => setTheme(next)}
          setLocale={async (next) => setLanguage(next)}
        >
          <ToastProvider>{children}</ToastProvider>
        </AppearanceProvider>
      </NextIntlClientProvider>
    </AppRouterContext>
  );
}

function routerInto(visited: string[]): NonNullable<ComponentProps<typeof AppRouterContext>["value"]> {
  const go = (href: string) => void visited.push(href);
  const nothing = () => {};
  return { push: go, replace: go, refresh: nothing, back: nothing, forward: nothing, prefetch: nothing } as never;
}
