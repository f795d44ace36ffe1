import { CallQueue, type Ticket } from "./call-queue.ts";

type Limits = ConstructorParameters<typeof CallQueue>[0];
export type Call = Ticket & { name: string; cancel: AbortController; release: () => void; reason: unknown };

/** Callers of one queue: who waits, who is in, and in which order they came in. */
export class Callers {
  readonly queue: CallQueue;
  readonly limits: Limits;
  readonly waiting = new Set<Call>();
  readonly inside = new Set<Call>();
  readonly admitted: Call[] = [];

  constructor(limits: Partial<Limits>) {
    this.limits = { running: 1, runningPerTool: 1000, waiting: 1000, waitingPerTool: 1000, ...limits };
    this.queue = new CallQueue(this.limits);
  }

  /** Named `member/tool`, followed by whatever tells it from others. */
  async enter(name: string): Promise<Call> {
    const [member = "", tool = ""] = name.split("/");
    const call: Call = { name, member, tool, cancel: new AbortController(), release: () => {}, reason: null };
    this.waiting.add(call);
    this.queue.enter(call, call.cancel.signal).then(
      (release) => {
        call.release = release;
        this.waiting.delete(call);
        this.inside.add(call);
        this.admitted.push(call);
      },
      (reason: unknown) => {
        call.reason = reason;
        this.waiting.delete(call);
      },
    );
    await settled();
    return call;
  }

  async release(call: Call): Promise<void> {
    this.inside.delete(call);
    call.release();
    await settled();
  }

  /** Lets one out after another, the first to come first, and answers with who came in on that. */
  async drain(): Promise<string[]> {
    const before = this.admitted.length;
    for (const call of this.inside) await this.release(call);
    return this.admitted.slice(before).map(({ name }) => name);
  }

  running(tool: string): number {
    return [...this.inside].filter((call) => call.tool === tool).length;
  }

  hasPlace(tool: string): boolean {
    return this.inside.size < this.limits.running && this.running(tool) < this.limits.runningPerTool;
  }
}

/** After this, whoever could be let in or refused knows. */
export async function settled(): Promise<void> {
  for (let tick = 0; tick < 8; tick += 1) await Promise.resolve();
}

/** Those who entered by these names, one after another. */
export async function callers(limits: Partial<Limits>, names: string[]): Promise<Callers> {
  const made = new Callers(limits);
  for (const name of names) await made.enter(name);
  return made;
}
