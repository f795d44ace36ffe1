import { AppError } from "#lib/core/errors.ts";
import { CallLine, type Member, type Tool, type Waiter } from "./call-line.ts";

/** Who asks for which tool; `tool` is a key that no two tools share, in whatever teams they are. */
export type Ticket = { tool: string; member: string };

/**
 * Lets at most `running` calls in at once, and `runningPerTool` of one tool: by turns of the members, within a member by turns of
 * the tools, within both first come, first served. A tool that runs as often as it may holds up nobody who waits for another.
 *
 * The first call of every line has a round, and a member has one line in each. Of the tools with room, the lowest round is next,
 * in it the member who was served or came longest ago. A line that its busy tool keeps out keeps its round, so that it is next
 * once there is room, whoever came since. Ahead of a member's only waiting call is therefore at most one call of each other
 * member, and one more of each tool that was too busy for it before.
 */
export class CallQueue {
  readonly #limits: Limits;
  readonly #tools = new Map<string, Tool>();
  readonly #members = new Map<string, Member>();
  #running = 0;
  #waiting = 0;
  /** The highest round from which a call was let in. */
  #round = 0;
  #turns = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Resolves with the function that gives the place back, which may be called more than once; whoever gets it must call it, also
   * when the signal aborts later. Rejects with `rate_limited` when too many wait, and with the signal's reason when it aborts.
   */
  async enter(ticket: Ticket, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const tool = this.#tools.get(ticket.tool) ?? { key: ticket.tool, running: 0, waiting: 0 };
    // Nobody who waits is passed: whoever could use this place would have it.
    const hasPlace = this.#hasPlace(tool);
    if (!hasPlace) this.#checkIsNotFull(tool);
    this.#tools.set(tool.key, tool);
    return hasPlace ? this.#occupy(tool) : this.#queue(this.#lineOf(tool, ticket.member), signal);
  }

  #hasPlace(tool: Tool): boolean {
    return this.#running < this.#limits.running && tool.running < this.#limits.runningPerTool;
  }

  #checkIsNotFull(tool: Tool): void {
    const { waiting, waitingPerTool } = this.#limits;
    if (tool.waiting >= waitingPerTool) throw tooMany(`${waitingPerTool.toLocaleString("en")} calls of this tool`);
    if (this.#waiting >= waiting) throw tooMany(`${waiting.toLocaleString("en")} calls`);
  }

  #occupy(tool: Tool): () => void {
    tool.running += 1;
    this.#running += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#vacate(tool);
    };
  }

  #vacate(tool: Tool): void {
    tool.running -= 1;
    this.#running -= 1;
    this.#forgetIdle(tool);
    for (let line = this.#nextLine(); line?.first; line = this.#nextLine()) {
      // Whoever frees places on an abort may do so before those who wait hear of it.
      if (line.first.signal.aborted) line.first.leave();
      else this.#admit(line, line.first);
    }
  }

  #nextLine(): CallLine | null {
    let next: CallLine | null = null;
    for (const { lines } of this.#members.values())
      for (const line of lines.values()) if (this.#hasPlace(line.tool) && (!next || line.isBefore(next))) next = line;
    return next;
  }

  #admit(line: CallLine, waiter: Waiter): void {
    this.#round = Math.max(this.#round, line.round);
    line.member.since = this.#nextTurn();
    this.#remove(line, waiter);
    if (line.first) this.#giveRound(line);
    waiter.enter(this.#occupy(line.tool));
  }

  #queue(line: CallLine, signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        signal.removeEventListener("abort", leave);
        this.#remove(line, waiter);
        if (!line.first) this.#closeGap(line);
        this.#forgetIdle(line.tool);
        reject(signal.reason);
      };
      const enter = (release: () => void) => {
        signal.removeEventListener("abort", leave);
        resolve(release);
      };
      const waiter: Waiter = { signal, enter, leave, before: null, behind: null };
      line.push(waiter);
      line.tool.waiting += 1;
      this.#waiting += 1;
      signal.addEventListener("abort", leave, { once: true });
    });
  }

  #remove(line: CallLine, waiter: Waiter): void {
    line.remove(waiter);
    line.tool.waiting -= 1;
    this.#waiting -= 1;
    if (line.first) return;
    line.member.lines.delete(line.tool);
    if (line.member.lines.size === 0) this.#members.delete(line.member.key);
  }

  #lineOf(tool: Tool, key: string): CallLine {
    const member = this.#members.get(key) ?? { key, lines: new Map(), lastRound: 0, since: this.#nextTurn() };
    this.#members.set(key, member);
    const line = member.lines.get(tool) ?? this.#giveRound(new CallLine(tool, member));
    member.lines.set(tool, line);
    return line;
  }

  #giveRound(line: CallLine): CallLine {
    line.member.lastRound = Math.max(line.member.lastRound, this.#round) + 1;
    line.round = line.member.lastRound;
    return line;
  }

  #nextTurn(): number {
    this.#turns += 1;
    return this.#turns;
  }

  /** Whoever leaves costs the member no round: its lines behind move up. */
  #closeGap({ round, member }: CallLine): void {
    for (const line of member.lines.values()) if (line.round > round) line.round -= 1;
    member.lastRound -= 1;
  }

  #forgetIdle(tool: Tool): void {
    if (tool.running === 0 && tool.waiting === 0) this.#tools.delete(tool.key);
  }
}

type Limits = { running: number; runningPerTool: number; waiting: number; waitingPerTool: number };

function tooMany(calls: string): AppError {
  return new AppError("rate_limited", `${calls} are waiting already; try again when some have ended.`);
}
