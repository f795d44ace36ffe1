import "server-only";
import type { Recorder } from "#lib/runs/recorder.ts";
import type { EventBody } from "#lib/runs/schema.ts";
import type { Call } from "./call-state.ts";
import type { Conversation } from "./conversation.ts";

/** The conversation that the log begins with, and the call in which another is had. */
type Inside = { session: Conversation; within: string };

/** Writes a run's events and takes each into the conversation, so that what the loop reads is what the log says. */
export class Journal {
  readonly conversation: Conversation;
  /** The session's own conversation, which those of agents that are asked by calls are parts of. */
  readonly session: Conversation;
  readonly #within: string | null;
  readonly #recorder: Recorder;

  constructor(recorder: Recorder, conversation: Conversation, inside?: Inside) {
    this.#recorder = recorder;
    this.conversation = conversation;
    this.session = inside?.session ?? conversation;
    this.#within = inside?.within ?? null;
  }

  get runId(): string {
    return this.#recorder.runId;
  }

  /** Whether somebody may have said something to the run, as of what was last written. */
  get isSteered(): boolean {
    return this.#within === null && this.#recorder.isSteered;
  }

  /** How many calls of agents this conversation is inside of. */
  get depth(): number {
    return this.#within?.split("/").length ?? 0;
  }

  /** What names a call of this conversation among all calls of all runs, whoever runs it and however often. */
  keyOf({ turn, index }: Pick<Call, "turn" | "index">): string {
    return `${this.runId}:${this.pathOf({ turn, index })}`;
  }

  /** The journal of the conversation that a call has begun. */
  inside(call: Call, conversation: Conversation): Journal {
    return new Journal(this.#recorder, conversation, { session: this.session, within: this.pathOf(call) });
  }

  /** Writes soon. */
  note(body: EventBody): void {
    this.#recorder.write(this.#take(body));
  }

  /** Lets go of the run until somebody wakes it, or until `wakeAt`; otherwise answers why it goes on. Throws like `commit`. */
  putAside(wakeAt: string): ReturnType<Recorder["putAside"]> {
    return this.#recorder.putAside(wakeAt);
  }

  /** Writes these and all that was noted before, and resolves when it can no longer be lost. Throws when it could not be written. */
  async commit(bodies: readonly EventBody[] = [], options: { takes?: readonly string[] } = {}): Promise<void> {
    await this.#recorder.commit(
      bodies.map((body) => this.#take(body)),
      options,
    );
  }

  /** Where a call stands in the run, also one of an agent that is asked: `turn.index`, behind those of the calls around it. */
  pathOf({ turn, index }: Pick<Call, "turn" | "index">): string {
    return `${this.#within === null ? "" : `${this.#within}/`}${turn}.${index}`;
  }

  #take(body: EventBody): EventBody {
    // The making of a tool's environment is the run's, whoever needs the tool.
    const isHere = this.#within !== null && body.type !== "environment.log";
    const placed = isHere ? ({ ...body, within: this.#within } as EventBody) : body;
    this.session.apply({ ...placed, runId: this.runId, at: new Date().toISOString() });
    return placed;
  }
}
