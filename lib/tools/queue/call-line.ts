export type Tool = { key: string; running: number; waiting: number };
/** `lastRound` is the highest that one of the lines has, `since` the turn in which the member was served last, or came. */
export type Member = { key: string; lines: Map<Tool, CallLine>; lastRound: number; since: number };
export type Waiter = {
  signal: AbortSignal;
  enter: (release: () => void) => void;
  leave: () => void;
  before: Waiter | null;
  behind: Waiter | null;
};

/** A member's waiting calls of one tool, with the round of the first. Linked, so that one may leave the middle of many at no cost. */
export class CallLine {
  readonly tool: Tool;
  readonly member: Member;
  round = 0;
  first: Waiter | null = null;
  #last: Waiter | null = null;

  constructor(tool: Tool, member: Member) {
    this.tool = tool;
    this.member = member;
  }

  isBefore(other: CallLine): boolean {
    return this.round === other.round ? this.member.since < other.member.since : this.round < other.round;
  }

  push(waiter: Waiter): void {
    waiter.before = this.#last;
    if (this.#last) this.#last.behind = waiter;
    else this.first = waiter;
    this.#last = waiter;
  }

  remove({ before, behind }: Waiter): void {
    if (before) before.behind = behind;
    else this.first = behind;
    if (behind) behind.before = before;
    else this.#last = before;
  }
}
