import { type ConnectionSettings, openConnection } from "#lib/providers/connection.ts";
import type { Item, Model, ModelDelta, ModelRequest } from "#lib/providers/model.ts";
import { modelAt } from "#lib/providers/model-at.ts";

export const KEY = "sk-test-0123456789abcdef";

/** A model at a server of this machine. */
export function modelOf(baseUrl: string, settings: Partial<ConnectionSettings> = {}): Model {
  return modelAt(openConnection({ api: "responses", baseUrl, key: KEY, allowPrivate: true, ...settings }));
}

export const user = (text: string): Item => ({ type: "message", role: "user", content: text });

/** Asks once and keeps the deltas, also those of an answer that failed. */
export function ask(model: Model, request: Partial<ModelRequest> = {}, signal = new AbortController().signal) {
  const deltas: ModelDelta[] = [];
  const asked = {
    model: "gpt-4.1",
    instructions: "Be brief.",
    input: [user("hello")],
    tools: [],
    settings: {},
    format: null,
    previousResponseId: null,
    ...request,
  };
  return { deltas, answer: model.respond(asked, { signal, onDelta: (delta) => deltas.push(delta) }) };
}

/** Deltas of one kind and call next to each other, joined. */
export function joined(deltas: readonly ModelDelta[]): ModelDelta[] {
  const all: ModelDelta[] = [];
  for (const delta of deltas) {
    const last = all.at(-1);
    const isSame = last?.type === delta.type && callOf(last) === callOf(delta);
    if (isSame) all[all.length - 1] = { ...delta, text: last.text + delta.text };
    else all.push(delta);
  }
  return all.filter(({ text }) => text !== "");
}

function callOf(delta: ModelDelta): number | null {
  return delta.type === "arguments" ? delta.index : null;
}
