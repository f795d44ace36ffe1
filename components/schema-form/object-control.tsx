"use client";
import type { ControlOf } from "./control.ts";
import { AddEntry, Entries } from "./entries.tsx";
import { memberSchema, type Property, takesMore } from "./field.ts";
import { FieldRow } from "./field-row.tsx";
import { Group } from "./group.tsx";
import { pointerTo } from "./pointer.ts";
import type { Schema } from "./resolve.ts";
import { type FieldState, UNSET } from "./state.ts";

/** An object inside the form; left out as a whole until it is set. `hidden` is the tag that a variant picker shows. */
export function ObjectControl({ hidden, ...props }: ControlOf<"object"> & { hidden?: string | undefined }) {
  const { field, state, path, depth } = props;
  return (
    <Group {...props}>
      {state.is === "object" ? (
        <div className="border-l border-line pl-3">
          <ObjectRows
            schema={field.schema}
            properties={field.kind.properties.filter(({ name }) => name !== hidden)}
            hidden={hidden}
            members={state.members}
            path={path}
            depth={depth + 1}
          />
        </div>
      ) : null}
    </Group>
  );
}

type ObjectRowsProps = {
  schema: Schema;
  properties: readonly Property[];
  members: ReadonlyMap<string, FieldState>;
  path: string;
  depth: number;
  hidden?: string | undefined;
};

/** The rows of an object: its declared members in order, then what else it holds. */
export function ObjectRows({ schema, properties, members, path, depth, hidden }: ObjectRowsProps) {
  const declared = new Set([...properties.map(({ name }) => name), ...(hidden === undefined ? [] : [hidden])]);
  const extras = [...members].filter(([name]) => !declared.has(name));
  const isOpen = takesMore(schema);
  return (
    <>
      {properties.map(({ name, schema: inner, required }) => (
        <FieldRow
          key={name}
          name={name}
          schema={inner}
          required={required}
          state={members.get(name) ?? UNSET}
          path={pointerTo(path, name)}
          depth={depth}
        />
      ))}
      {isOpen ? (
        <>
          <Entries schema={schema} members={members} declared={declared} path={path} depth={depth} />
          <AddEntry schema={schema} members={members} path={path} />
        </>
      ) : null}
      {(isOpen ? [] : extras).map(([name, state]) => (
        <FieldRow
          key={`extra ${name}`}
          name={name}
          schema={memberSchema(schema, name)}
          required
          state={state}
          path={pointerTo(path, name)}
          depth={depth}
          origin="extra"
        />
      ))}
    </>
  );
}
