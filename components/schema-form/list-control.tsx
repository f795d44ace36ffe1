"use client";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { Button } from "#components/ui/button.tsx";
import type { ControlOf } from "./control.ts";
import { itemSchema } from "./field.ts";
import { initialState } from "./fill.ts";
import { focusField, useForm } from "./form-context.tsx";
import { Group } from "./group.tsx";
import { ListItemRow } from "./list-item-row.tsx";
import { pointerTo } from "./pointer.ts";
import { type ListItem, moved } from "./state.ts";
import { useControl } from "./use-control.ts";

/** A list or tuple: its items by number, each to be taken out or moved, and a way to add one. */
export function ListControl(props: ControlOf<"list" | "tuple">) {
  const t = useTranslations("form");
  const { edit } = useForm();
  const { field, state, path, name, depth } = props;
  const items = state.is === "list" ? state.items : [];
  const move = useCallback((from: number, to: number) => edit(path, (list) => moved(list, { from, to })), [edit, path]);
  return (
    <Group {...props} footer={<AddItem {...props} items={items} />}>
      {state.is === "list" && items.length === 0 ? <p className="pt-1 text-12 text-ink-3">{t("emptyList")}</p> : null}
      <ol>
        {items.map((item, index) => (
          <ListItemRow
            key={item.id}
            schema={itemSchema(field.kind, index)}
            state={item.state}
            path={pointerTo(path, index)}
            list={name}
            index={index}
            depth={depth}
            fixed={field.kind.is === "tuple" && index < field.kind.items.length}
            onMove={move}
          />
        ))}
      </ol>
    </Group>
  );
}

function AddItem({ items, ...props }: ControlOf<"list" | "tuple"> & { items: readonly ListItem[] }) {
  const t = useTranslations("form");
  const form = useForm();
  const { change, disabled } = useControl(props);
  const { field, path, name } = props;
  const most = field.schema.maxItems;
  const schema = itemSchema(field.kind, items.length);
  const isSetWhole = field.kind.is === "tuple" && props.state.is !== "list";
  if (schema === false || isSetWhole) return null;
  return (
    <Button
      variant="ghost"
      size="sm"
      disabled={disabled || (typeof most === "number" && items.length >= most)}
      aria-label={t("addItemTo", { name })}
      onClick={() => {
        const id = Math.max(-1, ...items.map((item) => item.id)) + 1;
        change({ is: "list", items: [...items, { id, state: initialState(form, schema) }] });
        requestAnimationFrame(() => focusField(form.idPrefix, pointerTo(path, items.length)));
      }}
    >
      <Plus aria-hidden />
      {t("addItem")}
    </Button>
  );
}
