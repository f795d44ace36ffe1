"use client";
import { useTranslations } from "next-intl";
import { Section } from "#components/ui/section.tsx";
import type { ModelSettings } from "#lib/providers/schema.ts";
import { answeredBy, withMember } from "./agent-form.ts";
import { useEditing } from "./editing.tsx";
import { ChoiceOption, NumberOption, TextOption } from "./option-fields.tsx";
import { useModelFacts } from "./use-model-facts.ts";

const EFFORTS = ["none", "minimal", "low", "medium", "high", "xhigh"];
const LEVELS = ["low", "medium", "high"];

/** The model's settings in the order in which people look for them. */
const SETTINGS = [
  { name: "temperature", kind: "number" },
  { name: "topP", kind: "number" },
  { name: "maxOutputTokens", kind: "number" },
  { name: "reasoningEffort", kind: "choice", choices: EFFORTS },
  { name: "reasoningSummary", kind: "choice", choices: ["auto", "concise", "detailed"] },
  { name: "verbosity", kind: "choice", choices: LEVELS },
  { name: "toolChoice", kind: "tool" },
  { name: "parallelToolCalls", kind: "switch" },
  { name: "truncation", kind: "choice", choices: ["auto", "disabled"] },
  { name: "store", kind: "switch" },
  { name: "serviceTier", kind: "text" },
] as const satisfies { name: keyof ModelSettings; kind: string; choices?: readonly string[] }[];

/** What is sent with each of the model's turns: only what is set. Where no model answers, only what would be sent to one. */
export function SettingsSection() {
  const t = useTranslations("agents.settings");
  const { form } = useEditing();
  if (answeredBy(form.model) !== "server" && Object.keys(form.settings).length === 0) return null;
  return (
    <Section id="settings" title={t("title")} hint={t("hint")}>
      <div className="flex flex-col gap-2">
        {SETTINGS.map((setting) => (
          <Setting key={setting.name} setting={setting} />
        ))}
        <Conversation />
      </div>
    </Section>
  );
}

function Setting({ setting }: { setting: (typeof SETTINGS)[number] }) {
  const t = useTranslations("agents.settings");
  const { form, team, change } = useEditing();
  const { name, facts } = useModelFacts();
  const value = form.settings[setting.name];
  const isRefused = facts?.refuses.includes(setting.name) ?? false;
  const option = {
    path: `settings.${setting.name}`,
    label: t(`names.${setting.name}`),
    value,
    unset: t(isRefused ? "unsetRefused" : "unset"),
    hint: isRefused && value !== undefined ? <Refused model={name ?? ""} /> : undefined,
    onChange: (next: unknown) => change({ settings: withMember(form.settings, setting.name, next) }),
  };
  switch (setting.kind) {
    case "number":
      return <NumberOption {...option} />;
    case "text":
      return <TextOption {...option} />;
    case "switch":
      return <ChoiceOption {...option} choices={[true, false].map((on) => ({ value: on, label: t(`is.${on}`) }))} />;
    case "choice":
      return <ChoiceOption {...option} choices={setting.choices.map((word) => ({ value: word, label: word }))} />;
    case "tool": {
      const ways = (["auto", "none", "required"] as const).map((way) => ({
        value: way,
        label: t(`toolChoices.${way}`),
      }));
      const called = form.tools.map((use) => {
        const known = team.tools.find((tool) => tool.name === use.tool);
        return { value: known?.functionName ?? use.tool, label: t("toolChoices.one", { tool: use.tool }) };
      });
      return <ChoiceOption {...option} choices={[...ways, ...called]} />;
    }
  }
}

function Refused({ model }: { model: string }) {
  const t = useTranslations("agents.settings");
  return <span className="text-warn-text">{t("refused", { model })}</span>;
}

/** How the conversation reaches the model, which every file says. */
function Conversation() {
  const t = useTranslations("agents.settings");
  const { form, change } = useEditing();
  return (
    <>
      <ChoiceOption
        path="history"
        label={t("names.history")}
        value={form.history === "full" ? undefined : form.history}
        unset={t("histories.full")}
        choices={[{ value: "server", label: t("histories.server") }]}
        onChange={(history) => change({ history: history ?? "full" })}
      />
      <ChoiceOption
        path="resetToolChoice"
        label={t("names.resetToolChoice")}
        value={form.resetToolChoice === true ? undefined : form.resetToolChoice}
        unset={t("resets.true")}
        choices={[{ value: false, label: t("resets.false") }]}
        onChange={(reset) => change({ resetToolChoice: reset ?? true })}
      />
    </>
  );
}
