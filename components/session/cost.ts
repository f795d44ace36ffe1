"use client";

import { useFormatter, useTranslations } from "next-intl";

/** Writes US dollars with as many digits as a small amount needs; a cost that is not known is not zero. */
export function useCost(): (dollars: number | null) => string {
  const t = useTranslations("session.usage");
  const format = useFormatter();
  return (dollars) => {
    if (dollars === null) return t("unknownCost");
    const digits = dollars === 0 || dollars >= 1 ? 2 : 4;
    return format.number(dollars, {
      style: "currency",
      currency: "USD",
      currencyDisplay: "narrowSymbol",
      minimumFractionDigits: digits,
      maximumFractionDigits: dollars < 0.001 && dollars > 0 ? 6 : digits,
    });
  };
}
