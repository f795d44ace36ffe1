"use client";
import type { ControlOf } from "./control.ts";
import { AddEntry, Entries } from "./entries.tsx";
import { Group } from "./group.tsx";
import { EMPTY_OBJECT } from "./state.ts";

/** An object with names of a person's choosing. */
export function MapControl(props: ControlOf<"map">) {
  const { field, state, path, depth } = props;
  const { members } = state.is === "object" ? state : EMPTY_OBJECT;
  const entries = { schema: field.schema, members, path };
  return (
    <Group {...props} footer={<AddEntry {...entries} />}>
      <Entries {...entries} declared={NONE} depth={depth} />
    </Group>
  );
}

const NONE: ReadonlySet<string> = new Set();
