import "server-only";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { cookies, headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { chooseLocale, type Locale } from "#components/shell/appearance-schema.ts";
import { env } from "#lib/core/env.ts";
import { singleton } from "#lib/core/singleton.ts";

/** Language, messages and clock of one request; the browser puts its own time zone in place of UTC. */
export default getRequestConfig(async () => {
  const [jar, head] = await Promise.all([cookies(), headers()]);
  const locale = chooseLocale(jar.get("locale")?.value, head.get("accept-language"));
  const messages =
    env().NODE_ENV === "production"
      ? singleton(`messages-${locale}`, () => loadMessages(locale))
      : loadMessages(locale);
  return { locale, messages: await messages, timeZone: "UTC", now: new Date() };
});

/** Every `messages/<locale>/<area>.json`, each under the name of its area. */
async function loadMessages(locale: Locale): Promise<Record<string, unknown>> {
  const folder = path.join(env().root, "messages", locale);
  const areas = (await readdir(folder)).filter((file) => file.endsWith(".json"));
  const texts = await Promise.all(areas.map((file) => readFile(path.join(folder, file), "utf8")));
  return Object.fromEntries(
    areas.map((file, index) => [path.basename(file, ".json"), JSON.parse(texts[index] ?? "{}")]),
  );
}
