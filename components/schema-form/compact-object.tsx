"use client";
import type { Audience, Field } from "./field.ts";
import { propertyField } from "./field.ts";
import { Problem } from "./field-row.tsx";
import { fieldId, useForm } from "./form-context.tsx";
import { pointerTo } from "./pointer.ts";
import { type ObjectState, UNSET } from "./state.ts";

/** Whether an object fits on one line: at most three short members, all of them needed. */
export function isCompact(root: unknown, { field, audience }: { field: Field; audience: Audience }): boolean {
  const { kind, nullable, schema } = field;
  if (kind.is !== "object" || nullable || kind.properties.length > 3 || schema.additionalProperties === true)
    return false;
  return kind.properties.every((property) => {
    const inner = propertyField(root, { ...property, audience });
    if (!property.required || inner.nullable || inner.description) return false;
    return (
      inner.kind.is === "number" ||
      inner.kind.is === "choice" ||
      (inner.kind.is === "text" && inner.kind.lines === "one")
    );
  });
}

/** An object on one line, its members named by their placeholders and for screen readers. */
export function CompactObject({ field, state, path, name }: CompactObjectProps) {
  const { root, audience, idPrefix, Control } = useForm();
  const properties = field.kind.is === "object" ? field.kind.properties : [];
  return (
    <fieldset id={fieldId(idPrefix, path)} aria-label={name} className="flex min-w-0 gap-1.5">
      {properties.map(({ name: member, schema, required }) => (
        <div
          key={member}
          data-path={pointerTo(path, member)}
          className={widthOf(propertyField(root, { name: member, schema, audience }))}
        >
          <Control
            field={propertyField(root, { name: member, schema, audience })}
            schema={schema}
            state={state.members.get(member) ?? UNSET}
            path={pointerTo(path, member)}
            name={member}
            required={required}
            labelled="self"
            depth={1}
          />
          <Problem path={pointerTo(path, member)} />
        </div>
      ))}
    </fieldset>
  );
}

type CompactObjectProps = { field: Field; state: ObjectState; path: string; name: string };

/** A choice is as wide as its words need; text and numbers share the rest. */
function widthOf({ kind }: Field): string {
  if (kind.is !== "choice") return "min-w-0 grow basis-0 [&_textarea]:overflow-x-hidden [&_textarea]:whitespace-nowrap";
  const longest = Math.max(...kind.options.map(({ value }) => String(value).length));
  return longest <= 3 ? "w-14 shrink-0" : "w-28 min-w-0";
}
