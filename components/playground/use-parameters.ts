"use client";

import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import type { SnippetUser } from "#components/run/snippet-text.ts";
import { focusField } from "#components/schema-form/form-context.tsx";
import { useIssueText } from "#components/schema-form/issue-text.ts";
import { type SchemaFormModel, useSchemaForm } from "#components/schema-form/use-schema-form.ts";
import type { SessionCall } from "#lib/agents/session-call.ts";
import type { ToolDetail } from "#lib/registry/schema.ts";
import type { RunSummary, StartRun } from "#lib/runs/schema.ts";
import type { JsonSchema } from "#lib/tools/schema.ts";
import { exampleOf, hasProperties, memberNames } from "./example.ts";

/** UserParameters come from a saved configuration or are typed for one call. */
export type UserParameters = {
  form: SchemaFormModel;
  source: "configuration" | "call";
  setSource: (source: "configuration" | "call") => void;
  configurationId: string | null;
  choose: (configurationId: string | null) => void;
};

/** What the forms begin with: an earlier run, or a call of a session. */
type Opened = { opened: RunSummary | undefined; called: SessionCall | undefined };

/** Both parameter sets of a tool as the person edits them, and why they cannot be sent yet. */
export function useParameters(tool: ToolDetail, { opened, called }: Opened) {
  const t = useTranslations("playground");
  const issueText = useIssueText();
  const { toolParameters, userParameters } = tool.contract;
  const example = exampleOf(tool, "toolParameters");
  const toolForm = useSchemaForm({
    schema: toolParameters,
    text: opened?.toolParameters ?? called?.arguments ?? example ?? "{}",
  });
  const userText = exampleOf(tool, "userParameters") ?? "{}";
  const userForm = useSchemaForm({ schema: userParameters, text: userText, audience: "user" });
  const hasUser = hasProperties(userParameters);
  const [chosen, choose] = useState(
    opened?.configurationId ?? (called ? called.tool.configurationId : (tool.configurations[0]?.id ?? null)),
  );
  const [source, setSource] = useState<UserParameters["source"]>(
    tool.configurations.length > 0 ? "configuration" : "call",
  );
  const configurationId = tool.configurations.some(({ id }) => id === chosen) ? chosen : null;

  function userForCall(): Pick<StartRun, "configurationId" | "userParameters"> {
    if (!hasUser) return {};
    if (source === "call") return { userParameters: userForm.text };
    return configurationId ? { configurationId } : {};
  }

  function say({ issues }: SchemaFormModel): string | null {
    const [issue] = issues;
    if (!issue) return null;
    const first = issueText(issue, "form");
    return issues.length === 1 ? first : t("whyMore", { first, count: issues.length - 1 });
  }

  const draft = useMemo(
    () => ({
      toolParameters: toolForm.text,
      user: snippetUser({ hasUser, source, configurationId, text: userForm.text }),
    }),
    [toolForm.text, hasUser, source, configurationId, userForm.text],
  );
  const userReason = hasUser && source === "call" ? say(userForm) : null;
  const lacksConfiguration = source === "configuration" && configurationId === null && isDemanding(userParameters);
  return {
    tool: { form: toolForm, example },
    user: { form: userForm, source, setSource, configurationId, choose } satisfies UserParameters,
    reason:
      say(toolForm) ??
      (userReason && t("whyUserParameters", { reason: userReason })) ??
      (lacksConfiguration ? t("whyConfiguration") : null),
    userForCall,
    draft,
    /** Shows at the fields what keeps the call from being sent, and goes to the first of them. */
    attempt() {
      toolForm.attempt();
      userForm.attempt();
      const [form, prefix] = toolForm.issues.length > 0 ? [toolForm, "tool"] : [userForm, "user"];
      focusField(prefix, form.issues[0]?.path ?? "");
    },
    refill(past: RunSummary) {
      if (past.toolParameters !== null) toolForm.load(past.toolParameters);
      if (past.configurationId) choose(past.configurationId);
    },
  };
}

/** Whether the tool cannot do without UserParameters. */
function isDemanding({ required }: JsonSchema): boolean {
  return Array.isArray(required) && required.length > 0;
}

function snippetUser(user: {
  hasUser: boolean;
  source: UserParameters["source"];
  configurationId: string | null;
  text: string;
}): SnippetUser {
  if (!user.hasUser) return {};
  if (user.source === "call") return { names: memberNames(user.text) };
  return user.configurationId ? { configurationId: user.configurationId } : {};
}
