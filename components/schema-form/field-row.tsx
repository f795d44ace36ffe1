"use client";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { memo, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import type { ControlProps } from "./control.ts";
import { propertyField } from "./field.ts";
import { fieldId, useForm, useProblem } from "./form-context.tsx";
import { isWarning } from "./issue.ts";
import { useIssueText } from "./issue-text.ts";
import { pointerSteps } from "./pointer.ts";
import { type FieldState, without } from "./state.ts";
import { useTypeHint } from "./type-hint.ts";

/** One parameter: name and type at the left, its control, its description and what is wrong with it at the right. */
export const FieldRow = memo(function FieldRow(props: FieldRowProps) {
  const { name, schema, state, path, required, depth, origin = "schema" } = props;
  const { root, audience, idPrefix, Control } = useForm();
  const field = propertyField(root, { name, schema, audience });
  const id = fieldId(idPrefix, path);
  const hint = useTypeHint()(field, required);
  const label = name === "" ? '""' : name;
  const t = useTranslations("form");
  const isSingle = SINGLE.has(field.kind.is);
  return (
    <div data-path={path} className={cn("py-1", depth < 2 ? "flex gap-3" : "flex flex-col gap-1")}>
      <div
        className={cn(
          "flex shrink-0 flex-col",
          depth === 0 && "w-28 pt-1",
          depth === 1 && "w-24 pt-1",
          depth > 1 && "flex-row items-baseline gap-2",
        )}
      >
        <span className="leading-5">
          <label
            htmlFor={isSingle ? id : undefined}
            id={`${id}-label`}
            className={cn("font-mono text-12 font-semibold", field.schema.deprecated === true && "line-through")}
          >
            {label}
          </label>
          {required ? (
            <span aria-hidden className="text-danger-text">
              {" "}
              *
            </span>
          ) : null}
        </span>
        <span className="text-12 text-ink-3">{origin === "extra" ? t("extra") : hint}</span>
      </div>
      <div className="min-w-0 grow">
        <div className="flex items-start gap-1.5">
          <div className="min-w-0 grow">
            <Control
              {...({
                field,
                schema,
                state,
                path,
                name: label,
                required,
                depth,
                labelled: isSingle ? "label" : "self",
              } satisfies ControlProps)}
            />
          </div>
          {origin === "extra" ? <RemoveButton path={path} name={label} /> : null}
        </div>
        {field.description ? <Description id={`${id}-description`} text={field.description} /> : null}
        <Problem path={path} />
      </div>
    </div>
  );
});

type FieldRowProps = {
  name: string;
  schema: unknown;
  state: FieldState;
  path: string;
  required: boolean;
  depth: number;
  /** `extra`: the schema does not name it, so it can be taken out again. */
  origin?: "schema" | "extra";
};

const SINGLE: ReadonlySet<string> = new Set(["text", "number", "secret", "json", "const"]);

/** Takes a member or an item out of the object or list that holds it. */
export function RemoveButton({ path, name }: { path: string; name: string }) {
  const t = useTranslations("form");
  const { edit, disabled } = useForm();
  const parent = path.slice(0, path.lastIndexOf("/"));
  const [step = ""] = pointerSteps(path).slice(-1);
  return (
    <Button
      variant="ghost"
      shape="square"
      disabled={disabled}
      aria-label={t("removeName", { name })}
      onClick={() => edit(parent, (state) => without(state, step))}
    >
      <X aria-hidden />
    </Button>
  );
}

const LONG = 160;

/** The words that the model reads, too. */
function Description({ id, text }: { id: string; text: string }) {
  const t = useTranslations("form");
  const [isOpen, setOpen] = useState(false);
  const isLong = text.length > LONG;
  return (
    <p id={id} className="pt-1 text-12 whitespace-pre-line text-ink-3">
      <span className={cn(isLong && !isOpen && "line-clamp-2")}>{text}</span>
      {isLong ? (
        <button
          type="button"
          aria-expanded={isOpen}
          className="font-medium text-accent-text hover:underline"
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? "less" : "more")}
        </button>
      ) : null}
    </p>
  );
}

/** What is wrong at one place, in a sentence. */
export function Problem({ path }: { path: string }) {
  const { idPrefix } = useForm();
  const problem = useProblem(path);
  const words = useIssueText();
  if (!problem) return null;
  return (
    <p
      id={`${fieldId(idPrefix, path)}-problem`}
      className={cn("pt-1 text-12", isWarning(problem) ? "text-warn-text" : "text-danger-text")}
    >
      {words(problem, "field")}
    </p>
  );
}
