"use client";
import { useTranslations } from "next-intl";
import { useCallback } from "react";
import type { Issue } from "./issue.ts";
import { pointerSteps } from "./pointer.ts";

/** Puts an issue in words. `at: "field"` stands beside its field; `at: "form"` names the field, as beside a disabled Run. */
export function useIssueText(): (found: Issue, at: "field" | "form") => string {
  const t = useTranslations("form");
  return useCallback(
    (found, at) => {
      const { expected, reason, format, ...rest } = found.params;
      const formats = String(format ?? "").split("|");
      const types = String(expected ?? "").split("|");
      const sentence = t(`issue.${found.code}`, {
        ...rest,
        expected: types.map((type) => (t.has(`expected.${type}`) ? t(`expected.${type}`) : type)).join(t("or")),
        format: formats.map((name) => (t.has(`format.${name}`) ? t(`format.${name}`) : name)).join(t("or")),
        reason: reason === undefined ? "" : t(`syntax.${reason}`),
      });
      return at === "field" || found.path === "" ? sentence : t("at", { path: fieldName(found.path), sentence });
    },
    [t],
  );
}

/** A pointer as people write it: `filters[0].value`. */
function fieldName(pointer: string): string {
  return pointerSteps(pointer).reduce((name, step) => {
    if (name !== "" && /^\d+$/.test(step)) return `${name}[${step}]`;
    return name === "" ? step || '""' : `${name}.${step}`;
  }, "");
}
