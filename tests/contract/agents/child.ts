import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";

// What is compiled once is compiled for all: these programs start again and again.
const CACHE = path.resolve("node_modules/.cache/toolroom-tests/programs");

/** A program of this folder in a process of its own, with what it prints. */
export class Child {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  readonly #ended: Promise<unknown>;

  constructor(program: string, { environment = {} }: { environment?: Record<string, string> } = {}) {
    const file = path.join(import.meta.dirname, program);
    const child = spawn(process.execPath, ["--conditions=react-server", file], {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, NODE_COMPILE_CACHE: CACHE, TOOLROOM_ROLE: "all", ...environment },
    });
    this.#child = child;
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    this.#ended = once(child, "exit");
  }

  /** The next line; null when there are no more. */
  async line(): Promise<string | null> {
    const { value, done } = await this.#lines.next();
    return done ? null : value;
  }

  /** Calls `onLine` with each line from here on. */
  async eachLine(onLine: (line: string) => void): Promise<void> {
    for (let line = await this.line(); line !== null; line = await this.line()) onLine(line);
  }

  get isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Ends it as a power cut would; resolves when it is gone. */
  async kill(): Promise<void> {
    this.signal("SIGKILL");
    await this.#ended;
  }
}
