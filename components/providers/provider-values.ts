import ko from "zod/v4/locales/ko.js";
import { ProviderInput, type ProviderSummary } from "#lib/providers/schema.ts";
import type { Preset } from "./presets.ts";

/** What becomes of a secret: the stored one stays, another takes its place, or there is none. */
export type SecretChange = { is: "kept" } | { is: "none" } | { is: "new"; text: string };

/** A header in the form; `key` tells rows apart. */
export type HeaderRow = { key: number; name: string; value: SecretChange };

/** A provider as the form has it. */
export type ProviderValues = Omit<ProviderInput, "key" | "headers" | "defaultModel"> & {
  key: SecretChange;
  headers: readonly HeaderRow[];
  defaultModel: string;
};

export type FieldProblems = { [name in keyof ProviderValues]?: string };

export function valuesOfPreset({ name, api, baseUrl, allowPrivate }: Preset): ProviderValues {
  return { name, api, baseUrl, allowPrivate, key: { is: "none" }, headers: [], isDefault: false, defaultModel: "" };
}

export function valuesOf(provider: ProviderSummary): ProviderValues {
  const { name, api, baseUrl, allowPrivate, isDefault, defaultModel, hasKey, headerNames } = provider;
  return {
    ...{ name, api, baseUrl, allowPrivate, isDefault },
    defaultModel: defaultModel ?? "",
    key: { is: hasKey ? "kept" : "none" },
    headers: headerNames.map((header, key) => ({ key, name: header, value: { is: "kept" } })),
  };
}

/** What is sent, or what is wrong with each field. A secret that stays is not sent. */
export function readValues(
  values: ProviderValues,
  locale: string,
): { input: ProviderInput; problems: null } | { input: null; problems: FieldProblems } {
  const { key, headers, defaultModel, ...plain } = values;
  const written = headers.filter(({ name, value }) => name !== "" || value.is === "new");
  const parsed = ProviderInput.safeParse(
    {
      ...plain,
      ...(key.is === "kept" ? {} : { key: key.is === "new" && key.text.trim() !== "" ? key.text : null }),
      headers: Object.fromEntries(
        written.map(({ name, value }) => [name, value.is === "new" ? value.text : null] as const),
      ),
      defaultModel: defaultModel.trim() === "" ? null : defaultModel,
    },
    locale === "ko" ? { error: ko().localeError } : undefined,
  );
  if (parsed.success) return { input: parsed.data, problems: null };
  const problems = parsed.error.issues.toReversed().map(({ path, message }) => [path[0] ?? "name", message]);
  return { input: null, problems: Object.fromEntries(problems) };
}

/** Whether a secret that was entered for one server would be sent to another, which is not done. */
export function movesSecrets(values: ProviderValues, stored: ProviderSummary | null): boolean {
  if (!stored || !URL.canParse(values.baseUrl)) return false;
  const keeps = values.key.is === "kept" || values.headers.some(({ value }) => value.is === "kept");
  return keeps && new URL(values.baseUrl).origin !== new URL(stored.baseUrl).origin;
}
