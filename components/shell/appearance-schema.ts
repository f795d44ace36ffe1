import { z } from "zod";

/** How the studio looks to one browser: both are cookies, so that the server renders them at once. */
export const Theme = z.enum(["system", "light", "dark"]);
export type Theme = z.infer<typeof Theme>;

export const Locale = z.enum(["en", "ko"]);
export type Locale = z.infer<typeof Locale>;

/** The language of a request: the cookie if it names one of ours, else the best of `Accept-Language`, else English. */
export function chooseLocale(cookie: string | undefined, acceptLanguage: string | null): Locale {
  const chosen = Locale.safeParse(cookie);
  if (chosen.success) return chosen.data;
  const wished = (acceptLanguage ?? "")
    .split(",")
    .map((part) => {
      const [tag = "", weight = ""] = part.trim().split(/\s*;\s*q=/i);
      return { language: tag.toLowerCase().split("-")[0], weight: weight === "" ? 1 : Number(weight) || 0 };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return wished.map(({ language }) => Locale.safeParse(language)).find((parsed) => parsed.success)?.data ?? "en";
}
