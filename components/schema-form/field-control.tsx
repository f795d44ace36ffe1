"use client";
import { ChoiceControl } from "./choice-control.tsx";
import { ConstControl } from "./const-control.tsx";
import type { ControlOf, ControlProps } from "./control.ts";
import type { Field, Kind } from "./field.ts";
import { useForm } from "./form-context.tsx";
import { settled } from "./json-print.ts";
import { ListControl } from "./list-control.tsx";
import { MapControl } from "./map-control.tsx";
import { NumberControl } from "./number-control.tsx";
import { ObjectControl } from "./object-control.tsx";
import { RawControl } from "./raw-control.tsx";
import { same } from "./same.ts";
import { SecretControl } from "./secret-control.tsx";
import { type FieldState, fromValue } from "./state.ts";
import { StoredSecret } from "./stored-secret.tsx";
import { TextControl } from "./text-control.tsx";
import { UnionControl } from "./union-control.tsx";

/** The control for a field; a value that its own control cannot show is edited as JSON, so that nothing is hidden. */
export function FieldControl(props: ControlProps) {
  const { stored } = useForm();
  if (!stored.has(props.path)) return <KindControl {...props} />;
  return (
    <StoredSecret {...props}>
      <KindControl {...props} field={{ ...props.field, nullable: false }} required />
    </StoredSecret>
  );
}

function KindControl(props: ControlProps) {
  const { field, state } = props;
  if (!canShow(field, state)) return <RawControl {...props} misfit />;
  if (isKind(props, "text")) return <TextControl {...props} />;
  if (isKind(props, "secret")) return <SecretControl {...props} />;
  if (isKind(props, "number")) return <NumberControl {...props} />;
  if (isKind(props, "choice")) return <ChoiceControl {...props} />;
  if (isKind(props, "const")) return <ConstControl {...props} />;
  if (isKind(props, "list")) return <ListControl {...props} />;
  if (isKind(props, "tuple")) return <ListControl {...props} />;
  if (isKind(props, "object")) return <ObjectControl {...props} />;
  if (isKind(props, "map")) return <MapControl {...props} />;
  if (isKind(props, "union")) return <UnionControl {...props} />;
  return <RawControl {...props} />;
}

function isKind<K extends Kind["is"]>(props: ControlProps, kind: K): props is ControlOf<K> {
  return props.field.kind.is === kind;
}

function canShow({ kind, nullable }: Field, state: FieldState): boolean {
  if (state.is === "unset" || (state.is === "null" && nullable)) return true;
  switch (kind.is) {
    case "text":
    case "number":
      return state.is === kind.is;
    case "secret":
      return state.is === "text" || state.is === "null";
    case "choice":
      return state.is !== "object" && state.is !== "list" && state.is !== "raw";
    case "const":
      return same(state, fromValue(kind.value));
    case "list":
    case "tuple":
      return state.is === "list";
    case "object":
    case "map":
      return state.is === "object";
    case "union":
      return state.is === "choice" || settled(state).is !== "raw";
    case "json":
      return true;
  }
}
