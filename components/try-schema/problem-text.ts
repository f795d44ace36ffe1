"use client";
import { useTranslations } from "next-intl";
import { useIssueText } from "#components/schema-form/issue-text.ts";
import type { Problem } from "./read-pasted.ts";

/** Says in one sentence why a pasted text, or one tool of it, gives no form. */
export function useProblemText(): (problem: Problem) => string {
  const t = useTranslations("schema");
  const issueText = useIssueText();
  return (problem) => {
    if (problem.code === "syntax") return issueText(problem.issue, "form");
    return "most" in problem ? t(`problem.${problem.code}`, problem) : t(`problem.${problem.code}`);
  };
}
