import { createId } from "#lib/core/ids.ts";
import type { Json } from "./exchange.ts";
import type { ModelDelta } from "./model.ts";

type Call = { id: string; index: unknown; name: string; arguments: string; extra: Json | null };

/**
 * Gathers the calls of one chat answer. Servers differ: pieces by index, whole calls without one or all with the same, ids
 * and names in the first piece, in each or in none, arguments as an object.
 */
export class ChatCalls {
  readonly #onDelta: (delta: ModelDelta) => void;
  readonly #calls: Call[] = [];

  constructor(onDelta: (delta: ModelDelta) => void) {
    this.#onDelta = onDelta;
  }

  take(piece: Json): void {
    const { id: givenId, index, type: _, function: said, ...extra } = piece;
    const { name: givenName, arguments: given } = (said ?? {}) as Json;
    const name = typeof givenName === "string" ? givenName : "";
    const id = typeof givenId === "string" ? givenId : "";
    const text = typeof given === "string" ? given : given === undefined || given === null ? "" : JSON.stringify(given);
    let call = this.#find(id, index);
    if (!call || isAnother(call, { id, index, name, text })) {
      call = { id, index, name, arguments: "", extra: null };
      this.#calls.push(call);
    }
    call.id ||= id;
    call.name ||= name;
    call.arguments += text;
    if (Object.keys(extra).length > 0) call.extra = { ...call.extra, ...extra };
    this.#onDelta({ type: "arguments", index: this.#calls.indexOf(call), name: call.name, text });
  }

  /** In the order of their coming, each with an id that no other has. */
  all(): { callId: string; name: string; arguments: string; extra: Json | null }[] {
    const ids = new Set<string>();
    return this.#calls.map(({ id, name, arguments: text, extra }) => {
      const callId = id === "" || ids.has(id) ? createId("call") : id;
      ids.add(callId);
      // Some servers leave out arguments that are none.
      return { callId, name, arguments: text === "" ? "{}" : text, extra };
    });
  }

  #find(id: string, index: unknown): Call | undefined {
    if (typeof index === "number") return this.#calls.findLast((call) => call.index === index);
    return this.#calls.findLast((call) => id !== "" && call.id === id) ?? (id === "" ? this.#calls.at(-1) : undefined);
  }
}

/** Whether a piece that seems to go on with a call begins one of its own. */
function isAnother(call: Call, { id, index, name, text }: { id: string; index: unknown; name: string; text: string }) {
  if (name === "") return false;
  if (call.name !== "" && name !== call.name) return true;
  if (!isWholeJson(call.arguments)) return false;
  return id === "" ? index === undefined && text !== "" : id !== call.id;
}

function isWholeJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // More of it is to come.
    return false;
  }
}
