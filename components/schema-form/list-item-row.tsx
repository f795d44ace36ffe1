"use client";
import { useTranslations } from "next-intl";
import { type DragEvent, type KeyboardEvent, memo } from "react";
import { CompactObject, isCompact } from "./compact-object.tsx";
import { fieldOf } from "./field.ts";
import { Problem, RemoveButton } from "./field-row.tsx";
import { useForm } from "./form-context.tsx";
import type { FieldState } from "./state.ts";

type ListItemRowProps = {
  schema: unknown;
  state: FieldState;
  path: string;
  list: string;
  index: number;
  depth: number;
  /** A position of a tuple: it is neither moved nor taken out. */
  fixed: boolean;
  onMove: (from: number, to: number) => void;
};

/** One item with its number; the number is the grip: drag it, or press ↑ and ↓ on it. */
export const ListItemRow = memo(function ListItemRow({
  schema,
  state,
  path,
  list,
  index,
  depth,
  fixed,
  onMove,
}: ListItemRowProps) {
  const { root, audience, Control } = useForm();
  const field = fieldOf(root, schema);
  const name = `${list} ${index}`;
  return (
    <li
      data-path={path}
      className="grid grid-cols-[14px_minmax(0,1fr)_28px] items-start gap-1.5 py-0.5"
      onDragOver={(event) => event.dataTransfer.types.includes(dragType(list)) && event.preventDefault()}
      onDrop={(event) => onMove(Number(event.dataTransfer.getData(dragType(list))), index)}
    >
      {fixed ? <Position index={index} /> : <Grip list={list} index={index} onMove={onMove} />}
      <div className="min-w-0">
        {isCompact(root, { field, audience }) && state.is === "object" ? (
          <CompactObject field={field} state={state} path={path} name={name} />
        ) : (
          <Control
            field={field}
            schema={schema}
            state={state}
            path={path}
            name={name}
            required
            labelled="self"
            depth={depth + 1}
          />
        )}
        <Problem path={path} />
      </div>
      {fixed ? null : <RemoveButton path={path} name={name} />}
    </li>
  );
});

function Position({ index }: { index: number }) {
  return <span className="pt-1 text-right font-mono text-12 text-ink-3">{index}</span>;
}

function Grip({ list, index, onMove }: Pick<ListItemRowProps, "list" | "index" | "onMove">) {
  const t = useTranslations("form");
  const { disabled } = useForm();
  return (
    <button
      type="button"
      disabled={disabled}
      draggable={!disabled}
      aria-label={t("moveItem", { name: `${list} ${index}` })}
      title={t("moveHint")}
      className="mt-1 cursor-grab rounded-xs text-right font-mono text-12 leading-5 text-ink-3"
      onDragStart={(event: DragEvent) => event.dataTransfer.setData(dragType(list), String(index))}
      onKeyDown={(event: KeyboardEvent) => {
        const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
        if (step === 0) return;
        event.preventDefault();
        onMove(index, index + step);
      }}
    >
      {index}
    </button>
  );
}

/** Drags stay within their own list. */
function dragType(list: string): string {
  return `application/x-toolroom-item-${encodeURIComponent(list).toLowerCase()}`;
}
