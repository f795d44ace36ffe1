"use client";
import { useMemo } from "react";
import type { ControlOf } from "./control.ts";
import { firstVariant, variantIndex } from "./detect.ts";
import { fieldOf } from "./field.ts";
import { FieldActions } from "./field-actions.tsx";
import { FormContext, type FormContextValue, useForm } from "./form-context.tsx";
import { NotSent } from "./not-sent.tsx";
import { ObjectControl } from "./object-control.tsx";
import { pointerSteps } from "./pointer.ts";
import { asChoice, type FieldState, replaceAt, UNSET } from "./state.ts";
import { useControl } from "./use-control.ts";
import { VariantPicker } from "./variant-picker.tsx";
import type { Variant } from "./variants.ts";

/** One of several shapes: a picker, and the control of the shape picked. What was typed in another shape comes back with it. */
export function UnionControl(props: ControlOf<"union">) {
  const { root } = useForm();
  const { id } = useControl(props);
  const { field, state, name } = props;
  const { variants } = field.kind;
  const isScalar = variants.every(({ schema }) => SCALARS.has(fieldOf(root, schema).kind.is));
  const index = variantIndex(root, variants, state) ?? (isScalar ? firstVariant(variants) : null);
  const variant = index === null ? undefined : variants[index];
  return (
    <fieldset id={id} aria-label={name} className="min-w-0">
      <div className="flex items-start gap-1.5 pb-1">
        <VariantPicker {...props} index={index} />
        {variant ? null : <NotSent field={field} state={state} />}
        {isScalar ? null : <FieldActions {...props} />}
      </div>
      {variant && index !== null ? (
        <VariantControl
          {...props}
          variant={variant}
          index={index}
          required={isScalar ? props.required : true}
          nullable={isScalar && field.nullable}
        />
      ) : null}
    </fieldset>
  );
}

const SCALARS: ReadonlySet<string> = new Set(["text", "number", "choice", "const"]);

type VariantControlProps = ControlOf<"union"> & { variant: Variant; index: number; nullable: boolean };

function VariantControl({ variant, index, nullable, ...props }: VariantControlProps) {
  const form = useForm();
  const inside = useMemo(() => editingDraft(form, { path: props.path, index }), [form, props.path, index]);
  const { kind, schema, ...inner } = fieldOf(form.root, variant.schema);
  const outer = props.field.schema;
  const shared = { ...inner, nullable, schema: "default" in outer ? { ...schema, default: outer.default } : schema };
  const rest = { ...props, schema: variant.schema, state: draftOf(props.state, index), labelled: "self" as const };
  return (
    <FormContext value={inside}>
      {kind.is === "object" ? (
        <ObjectControl {...rest} field={{ ...shared, kind }} hidden={variant.tag?.name} />
      ) : (
        <form.Control {...rest} field={{ ...shared, kind }} />
      )}
    </FormContext>
  );
}

function draftOf(state: FieldState, index: number): FieldState {
  return state.is === "choice" ? (state.drafts.get(index) ?? UNSET) : state;
}

/** Edits inside a variant go to its own draft, so that a half-typed value cannot flip the shape. */
function editingDraft(form: FormContextValue, union: { path: string; index: number }): FormContextValue {
  return {
    ...form,
    edit: (path, change) =>
      form.edit(union.path, (state) => {
        const choice = asChoice(state, union.index);
        const steps = pointerSteps(path.slice(union.path.length));
        const draft = replaceAt(choice.drafts.get(union.index) ?? UNSET, steps, change);
        return { ...choice, drafts: new Map(choice.drafts).set(union.index, draft) };
      }),
  };
}
