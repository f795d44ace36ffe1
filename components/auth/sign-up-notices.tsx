import Link from "next/link";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";

/** Shown to whoever comes without the link that the server printed. */
export function SignUpLink({ reason, origin }: { reason: "missing" | "wrong"; origin: string }) {
  const t = useTranslations("auth.link");
  return (
    <>
      <h1 className="text-20 font-semibold text-balance">{t("title")}</h1>
      <p className="mt-2 text-14 text-ink-2">{t(reason)}</p>
      <p className="my-4 rounded-sm border border-line bg-sunken px-3 py-2 font-mono text-12 text-ink-2 [overflow-wrap:anywhere]">
        {origin}/sign-up?token=<span className="text-ink-3">…</span>
      </p>
      <p className="text-13 text-ink-3">
        {t.rich("file", {
          file: "first-account-token",
          command: (command) => <code className="font-mono text-12 text-ink-2">{command}</code>,
        })}
      </p>
    </>
  );
}

/** Shown when there is an account already. */
export function SignUpClosed() {
  const t = useTranslations("auth.closed");
  return (
    <>
      <h1 className="text-20 font-semibold">{t("title")}</h1>
      <p className="mt-2 mb-6 text-14 text-ink-2">{t("lead")}</p>
      <Button asChild variant="primary" size="lg">
        <Link href="/sign-in">{t("action")}</Link>
      </Button>
    </>
  );
}
