"use client";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "#components/ui/menu.tsx";
import { Section } from "#components/ui/section.tsx";
import { useEditing } from "../editing.tsx";
import { OutlinePart } from "../graph/outline-part.tsx";
import { useGraphActs } from "../graph/use-graph-acts.ts";
import { CHECK_TYPES, READY_GUARDRAILS } from "./ready-guardrails.ts";

/** What is checked of what goes in and out of the agent, and of its calls. */
export function GuardrailsSection() {
  const t = useTranslations("agents.guardrails");
  const { form, readOnly } = useEditing();
  return (
    <Section id="guardrails" title={t("title")} actions={readOnly ? null : <AddMenu />}>
      {form.guardrails.length === 0 ? (
        <p className="text-12 text-ink-3">{t("none")}</p>
      ) : (
        <ul aria-label={t("title")} className="divide-y divide-line rounded-md border border-line-strong">
          {Array.from(form.guardrails.keys(), (index) => (
            <OutlinePart key={index} part={{ kind: "guardrails", index }} onRemoved={() => undefined} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function AddMenu() {
  const t = useTranslations("agents.guardrails");
  const { at, form } = useEditing();
  const { addGuardrail } = useGraphActs();
  const freeName = (name: string) => {
    const taken = form.guardrails.map((guardrail) => guardrail.name);
    let free = name;
    for (let number = 2; taken.includes(free); number++) free = `${name} ${number}`;
    return free;
  };
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button size="sm">
          <Plus aria-hidden />
          {t("add")}
        </Button>
      </MenuTrigger>
      <MenuContent align="end">
        {CHECK_TYPES.map((type) => (
          <MenuItem
            key={type}
            onSelect={() => addGuardrail(at, { name: freeName(t(`ready.${type}`)), ...READY_GUARDRAILS[type] })}
          >
            {t(`ready.${type}`)}
          </MenuItem>
        ))}
      </MenuContent>
    </Menu>
  );
}
