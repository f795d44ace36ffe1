import { createHash } from "node:crypto";
import type { Call } from "./call-state.ts";

const LONGEST = 64;

/** Gives every call of a request an id of its own: servers exist that say `call_0` at each turn, and others that refuse that. */
export class CallIds {
  readonly #taken = new Set<string>();

  /** The server's own id if no earlier call has it, else one that is the same for this call each time. */
  next({ callId, runId, turn, index }: Pick<Call, "callId" | "runId" | "turn" | "index">): string {
    const isUsable = callId !== "" && callId.length <= LONGEST && !this.#taken.has(callId);
    const id = isUsable ? callId : `call_${hash(`${runId} ${turn} ${index}`)}`;
    this.#taken.add(id);
    return id;
  }

  /** An id that stands in the request already. */
  take(id: string): void {
    this.#taken.add(id);
  }
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 24);
}
