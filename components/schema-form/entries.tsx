"use client";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Input } from "#components/ui/input.tsx";
import { fieldOf, memberSchema } from "./field.ts";
import { Problem, RemoveButton } from "./field-row.tsx";
import { initialState } from "./fill.ts";
import { useForm } from "./form-context.tsx";
import { pointerTo } from "./pointer.ts";
import type { Schema } from "./resolve.ts";
import type { FieldState } from "./state.ts";

type EntriesProps = {
  schema: Schema;
  members: ReadonlyMap<string, FieldState>;
  /** Names that have rows of their own and are no entries. */
  declared: ReadonlySet<string>;
  path: string;
  depth: number;
};

/** Members whose names a person chooses: a name, its value, and a way out for each. */
export function Entries(props: EntriesProps) {
  const { members, declared, path } = props;
  const { edit } = useForm();
  const names = [...members.keys()].filter((name) => !declared.has(name));
  const rename = (before: string, after: string) => {
    const renamed = [...members].map(([name, state]) => [name === before ? after : name, state] as const);
    edit(path, () => ({ is: "object", members: new Map(renamed) }));
  };
  return (
    <ul>
      {names.map((name, index) => (
        // The position, not the name: a renamed entry stays the same row and keeps the keyboard.
        // biome-ignore lint/suspicious/noArrayIndexKey: names change while they are typed.
        <Entry key={index} {...props} name={name} onRename={rename} />
      ))}
    </ul>
  );
}

function Entry({ schema, members, path, depth, name, onRename }: EntriesProps & EntryProps) {
  const t = useTranslations("form");
  const { root, disabled, Control } = useForm();
  /** A name that another entry has, while it is being typed. */
  const [typed, setTyped] = useState<string | null>(null);
  const inner = memberSchema(schema, name);
  const here = pointerTo(path, name);
  const isTaken = typed !== null && typed !== name && members.has(typed);
  return (
    <li data-path={here} className="py-0.5">
      <div className="grid grid-cols-[7rem_minmax(0,1fr)_28px] items-start gap-1.5">
        <Input
          aria-label={t("entryName", { name })}
          aria-invalid={isTaken || undefined}
          disabled={disabled}
          value={typed ?? name}
          className="font-mono"
          onChange={(event) => {
            const next = event.target.value;
            const isFree = !members.has(next);
            if (isFree) onRename(name, next);
            setTyped(isFree ? null : next);
          }}
          onBlur={() => setTyped(null)}
        />
        <div className="min-w-0">
          <Control
            field={fieldOf(root, inner)}
            schema={inner}
            state={members.get(name) ?? { is: "unset" }}
            path={here}
            name={name}
            required
            labelled="self"
            depth={depth + 1}
          />
          <Problem path={here} />
        </div>
        <RemoveButton path={here} name={name} />
      </div>
      <p role="status" className={cn("text-12 text-danger-text", !isTaken && "hidden")}>
        {isTaken ? t("nameTaken", { name: typed }) : null}
      </p>
    </li>
  );
}

type EntryProps = { name: string; onRename: (before: string, after: string) => void };

/** Adds a member under a free name, to be renamed. */
export function AddEntry({ schema, members, path }: Omit<EntriesProps, "declared" | "depth">) {
  const t = useTranslations("form");
  const form = useForm();
  const name = freeName(members, t("newName"));
  return (
    <Button
      variant="ghost"
      size="sm"
      disabled={form.disabled}
      onClick={() =>
        form.edit(path, () => ({
          is: "object",
          members: new Map(members).set(name, initialState(form, memberSchema(schema, name))),
        }))
      }
    >
      <Plus aria-hidden />
      {t("addEntry")}
    </Button>
  );
}

/** `name`, `name2`, `name3` …: the first that is not taken. */
function freeName(members: ReadonlyMap<string, unknown>, name: string): string {
  let free = name;
  for (let number = 2; members.has(free); number++) free = `${name}${number}`;
  return free;
}
