import "server-only";
import type { Recorder } from "#lib/runs/recorder.ts";
import type { EventBody } from "#lib/runs/schema.ts";
import type { Conversation } from "./conversation.ts";

/** Writes a run's events and takes each into the conversation, so that what the loop reads is what the log says. */
export class Journal {
  readonly conversation: Conversation;
  readonly #recorder: Recorder;

  constructor(recorder: Recorder, conversation: Conversation) {
    this.#recorder = recorder;
    this.conversation = conversation;
  }

  get runId(): string {
    return this.#recorder.runId;
  }

  /** Whether somebody may have said something to the run, as of what was last written. */
  get isSteered(): boolean {
    return this.#recorder.isSteered;
  }

  /** Writes soon. */
  note(body: EventBody): void {
    this.conversation.apply({ ...body, runId: this.runId, at: new Date().toISOString() });
    this.#recorder.write(body);
  }

  /** Writes these and all that was noted before, and resolves when it can no longer be lost. Throws when it could not be written. */
  async commit(bodies: readonly EventBody[] = [], options: { takes?: readonly string[] } = {}): Promise<void> {
    for (const body of bodies) this.conversation.apply({ ...body, runId: this.runId, at: new Date().toISOString() });
    await this.#recorder.commit(bodies, options);
  }
}
