import { Calculator, Check, Eye } from "lucide-react";
import { useTranslations } from "next-intl";

const PARAMETERS = [
  { name: "a", type: "number", value: "7" },
  { name: "op", type: "enum", value: "*" },
  { name: "b", type: "number", value: "6" },
];

/** A still of a finished call, so that the first page already shows what the place is for. It is a picture, not a control. */
export function CallStill() {
  const t = useTranslations("auth.still");
  return (
    <aside className="hidden flex-col items-center justify-center gap-6 p-12 lg:flex">
      <div
        aria-hidden
        className="w-full max-w-130 overflow-hidden rounded-md border border-line-strong bg-surface shadow-2"
      >
        <div className="flex h-12 items-center gap-2 border-b border-line px-4">
          <span className="grid size-5 place-items-center rounded-xs border border-line-strong bg-sunken text-ink-2">
            <Calculator className="size-3 stroke-[1.75]" />
          </span>
          <span className="font-semibold">calculator</span>
          <span className="ml-auto inline-flex h-5 items-center gap-1 rounded-xs bg-ok-soft px-1.5 text-12 text-ok-text">
            <Check className="size-3" />
            {t("took")}
          </span>
        </div>
        <div className="grid grid-cols-[1fr_1fr]">
          <dl className="flex flex-col gap-2 border-r border-line p-4">
            <dt className="mb-1 font-semibold">{t("call")}</dt>
            {PARAMETERS.map(({ name, type, value }) => (
              <dd key={name} className="grid grid-cols-[72px_1fr] items-center">
                <span>
                  <span className="block font-mono text-12">{name}</span>
                  <span className="block text-12 text-ink-3">{type}</span>
                </span>
                <span className="flex h-7 items-center rounded-sm border border-line-input px-2 font-mono text-12">
                  {value}
                </span>
              </dd>
            ))}
          </dl>
          <div className="flex flex-col">
            <div className="flex-1 p-4">
              <p className="mb-1 font-semibold">{t("result")}</p>
              <p className="font-mono text-28">42</p>
            </div>
            <div className="border-t border-line bg-sunken p-4">
              <p className="mb-1 flex items-center gap-1.5 font-semibold">
                <Eye className="size-3.5 text-accent-text" />
                {t("model")}
              </p>
              <p className="font-mono text-12 text-code-number">42</p>
            </div>
          </div>
        </div>
      </div>
      <p className="max-w-100 text-center text-14 text-balance text-ink-2">{t("caption")}</p>
    </aside>
  );
}
