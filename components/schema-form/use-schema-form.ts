"use client";
import { useCallback, useMemo, useReducer } from "react";
import { countParts, MOST_PARTS } from "#lib/tools/definition/schema.ts";
import { blankEntries } from "./blank-entries.ts";
import { judge, withoutCleared } from "./check.ts";
import { type Audience, fieldOf } from "./field.ts";
import { filled } from "./fill.ts";
import type { Edit } from "./form-context.tsx";
import { type Issue, issue } from "./issue.ts";
import { parseJson } from "./json-parse.ts";
import { printJson, settled } from "./json-print.ts";
import { pointerSteps } from "./pointer.ts";
import { EMPTY_OBJECT, type FieldState, replaceAt, stateAt, UNSET } from "./state.ts";

export type SchemaFormOptions = {
  schema: unknown;
  /** JSON text to begin with; `{}` if left out. */
  text?: string;
  audience?: Audience;
  /** JSON pointers of stored secrets. */
  secretsSet?: readonly string[];
};

/** One form over one schema: its state, what it will send, what is wrong with it, and the acts on it. */
export type SchemaFormModel = {
  schema: unknown;
  audience: Audience;
  stored: ReadonlySet<string>;
  state: FieldState;
  /** What will be sent: JSON on one line, or the text as written while it is no JSON. */
  text: string;
  /** What the JSON editor shows. */
  json: string;
  /** Pointers of stored secrets that are to be removed. */
  cleared: readonly string[];
  /** What keeps it from being sent. */
  issues: readonly Issue[];
  /** What only looks wrong; the tool decides. */
  warnings: readonly Issue[];
  /** The issues and warnings that are to be seen at their fields by now. */
  shown: ReadonlyMap<string, Issue>;
  /** How many of the schema's parameters are sent, and how many there are. */
  sent: number;
  total: number;
  edit: Edit;
  touch: (path: string) => void;
  /** Takes JSON from outside (an example, a line of history); required fields that it leaves out are filled as at first. */
  load: (text: string) => void;
  /** Takes JSON as it is being written; nothing is added to it. */
  write: (text: string) => void;
  /** Shows every issue, as after a click on a disabled Run. */
  attempt: () => void;
};

/** The one way to a form: keep what it gives beside the page's own state, hand it to `SchemaForm`, and send `text`. */
export function useSchemaForm(options: SchemaFormOptions): SchemaFormModel {
  const { text = "{}", audience = "tool", secretsSet } = options;
  const schema = useMemo(() => drawable(options.schema), [options.schema]);
  const stored = useStored(secretsSet);
  const [model, dispatch] = useReducer(reduce, undefined, () => loaded({ schema, audience, stored }, text));
  const reading = useMemo(() => read(schema, model, stored), [schema, model, stored]);
  const shown = useMemo(() => visible([...reading.issues, ...reading.warnings], model), [reading, model]);
  const acts = useMemo(
    () => ({
      edit: ((path, change) => dispatch({ act: "edit", path, change })) satisfies Edit,
      touch: (path: string) => dispatch({ act: "touch", path }),
      write: (text: string) => dispatch({ act: "write", text }),
      attempt: () => dispatch({ act: "attempt" }),
    }),
    [],
  );
  const load = useCallback(
    (text: string) => dispatch({ act: "load", model: loaded({ schema, audience, stored }, text) }),
    [schema, audience, stored],
  );
  return {
    schema,
    audience,
    stored,
    state: model.state,
    shown,
    load,
    ...reading,
    ...acts,
    ...count(schema, model.state),
  };
}

/** A form of more parts than anybody could wait for is one field of JSON; the server checks what it sends. */
function drawable(schema: unknown): unknown {
  return countParts(schema) > MOST_PARTS ? FREE : schema;
}

const FREE = { type: "object", additionalProperties: true };

type Model = {
  state: FieldState;
  /** The text of the JSON editor, kept as written until the form changes something. */
  written: string | null;
  touched: ReadonlySet<string>;
  /** The field being typed in for the first time; it is not corrected before it is left. */
  typing: string | null;
  attempted: boolean;
};

type Act =
  | { act: "edit"; path: string; change: (state: FieldState) => FieldState }
  | { act: "touch"; path: string }
  | { act: "write"; text: string }
  | { act: "load"; model: Model }
  | { act: "attempt" };

function reduce(model: Model, act: Act): Model {
  switch (act.act) {
    case "edit": {
      const state = replaceAt(model.state, pointerSteps(act.path), act.change);
      return { ...model, state, written: null, typing: model.touched.has(act.path) ? null : act.path };
    }
    case "touch":
      if (model.touched.has(act.path) && model.typing === null) return model;
      return { ...model, typing: null, touched: new Set(model.touched).add(act.path) };
    case "write": {
      const parsed = parseJson(act.text);
      const state = parsed.ok ? parsed.state : model.state;
      return { ...model, state, written: act.text, attempted: true, typing: null };
    }
    case "load":
      return act.model;
    case "attempt":
      return { ...model, attempted: true, typing: null };
  }
}

/** Everything that a text from outside says is shown with its issues at once; an empty form stays quiet. */
function loaded({ schema, audience, stored }: LoadOptions, text: string): Model {
  const parsed = parseJson(text);
  const quiet = { touched: new Set<string>(), typing: null };
  if (!parsed.ok) return { ...quiet, state: EMPTY_OBJECT, written: text, attempted: true };
  const whole = filled({ root: schema, audience }, schema, parsed.state);
  const kept = [...stored].map(pointerSteps).filter((steps) => stateAt(parsed.state, steps).is === "unset");
  const state = kept.reduce((before, steps) => replaceAt(before, steps, () => UNSET), whole);
  return { ...quiet, state, written: null, attempted: printJson(parsed.state) !== "{}" };
}

type LoadOptions = { schema: unknown; audience: Audience; stored: ReadonlySet<string> };

function read(schema: unknown, model: Model, stored: ReadonlySet<string>) {
  const parsed = model.written === null ? null : parseJson(model.written);
  if (parsed?.ok === false) {
    const { reason, line, column } = parsed.problem;
    return {
      text: model.written ?? "",
      json: model.written ?? "",
      issues: [issue("", "syntax", { reason, line, column })],
      warnings: [],
      cleared: [],
    };
  }
  const state = withoutCleared(model.state, stored);
  return {
    text: printJson(state),
    json: model.written ?? printJson(state, 2),
    cleared: [...stored].filter((pointer) => stateAt(model.state, pointerSteps(pointer)).is === "null"),
    ...judgeForm(schema, model.state, stored),
  };
}

function judgeForm(schema: unknown, state: FieldState, stored: ReadonlySet<string>) {
  const { issues, warnings } = judge(schema, state, stored);
  const blank = blankEntries(schema, state, { schema, path: "" }).filter(({ path }) => !stored.has(path));
  return { issues: [...issues, ...blank], warnings };
}

/** A field nobody has touched is not told that it is missing, and one being typed in is not corrected yet. */
function visible(issues: readonly Issue[], { touched, typing, attempted }: Model): ReadonlyMap<string, Issue> {
  const quiet = new Set(["required", "dependent", "minItems", "minProperties"]);
  const due = issues.filter(({ path, code }) => {
    if (attempted) return path !== typing;
    return touched.has(path) || (path !== typing && !quiet.has(code));
  });
  return new Map(due.toReversed().map((found) => [found.path, found]));
}

function count(schema: unknown, state: FieldState): { sent: number; total: number } {
  const { kind } = fieldOf(schema, schema);
  const value = settled(state);
  const members = value.is === "object" ? [...value.members.values()] : [];
  const sent = members.filter((member) => settled(member).is !== "unset").length;
  return { sent, total: Math.max(sent, kind.is === "object" ? kind.properties.length : sent) };
}

function useStored(secretsSet: readonly string[] | undefined): ReadonlySet<string> {
  const key = JSON.stringify(secretsSet ?? []);
  return useMemo(() => new Set(JSON.parse(key) as string[]), [key]);
}
