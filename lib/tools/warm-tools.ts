import "server-only";
import { statSync } from "node:fs";
import path from "node:path";
import { log } from "#lib/core/log.ts";
import { singleton } from "#lib/core/singleton.ts";
import type { BackEnd, SandboxLevel } from "#lib/runs/schema.ts";
import { Pool } from "./pool.ts";
import type { Command, LateCall } from "./process.ts";
import type { Language } from "./schema.ts";
import type { NotBegun, ProcessEnding } from "./supervisor.ts";
import { Zygote } from "./zygote.ts";

const MOST = 24;
const IDLE_MS = 10 * 60_000;
/** A zygote's calls share what was chosen when it started, such as the seed of Python's hashes. */
const OLDEST_MS = 60 * 60_000;
const MOST_CALLS = 5000;
/** In its first calls a tool that does not bear being started ahead shows it. */
const PROBATION_CALLS = 3;

type WarmRequest = {
  language: Language;
  level: SandboxLevel;
  pinned: BackEnd | null;
  entry: string;
  /** What else a process started ahead depends on. */
  identity: unknown;
  commandFor: (backEnd: "pool" | "zygote") => Promise<Command>;
};

/** A way to run a call in a process that was there before it. */
type WarmTool = {
  backEnd: "pool" | "zygote";
  call: (call: LateCall) => Promise<ProcessEnding | NotBegun>;
  /** To be told how the call ended, so that a tool which does not bear this is not run so again. */
  learn: (ending: ProcessEnding) => void;
};

/** The tools that are kept warm, shared by all of a server; the ones not used for longest make room. */
export function warmTools(): WarmTools {
  return singleton("warm-tools", () => new WarmTools());
}

type Kept = {
  backEnd: "pool" | "zygote";
  process: Promise<Zygote | Pool>;
  startedAt: number;
  usedAt: number;
  calls: number;
  running: number;
  isRetired: boolean;
};

class WarmTools {
  readonly #kept = new Map<string, Kept>();
  /** Back ends that a tool was found not to bear, until its files change. */
  readonly #demoted = new Map<string, Set<BackEnd>>();

  constructor() {
    setInterval(() => this.#expire(), 30_000).unref();
  }

  /** A warm process for the tool, or null when this call is to start cold. */
  async find(request: WarmRequest): Promise<WarmTool | null> {
    const key = keyOf(request);
    const backEnd = this.#choose(key, request);
    if (backEnd === null) return null;
    const kept = this.#keep(`${backEnd} ${key}`, backEnd, request);
    const warm: WarmTool = {
      backEnd,
      call: (call) => this.#use(kept, { key, call }),
      learn: (ending) => {
        if (kept.calls > PROBATION_CALLS || !isSuspicious(ending)) return;
        this.#demote(key, backEnd, `it ended by ${ending.signal ?? ending.cause} in its first calls`);
      },
    };
    const process = await kept.process.catch((error: unknown) => this.#demote(key, backEnd, reasonOf(error)));
    if (process instanceof Pool) {
      if (process.isReady) return warm;
      process.fill();
      return null;
    }
    if (process && process.loaded.unsafe.length > 0) this.#demote(key, backEnd, process.loaded.unsafe.join(", "));
    else if (process && !process.isGone) return warm;
    this.#retire(`${backEnd} ${key}`);
    return this.find(request);
  }

  /** Keeps none of them any longer; each ends with its last call. */
  close(): void {
    for (const key of [...this.#kept.keys()]) this.#retire(key);
  }

  #choose(key: string, { language, level, pinned }: WarmRequest): "pool" | "zygote" | null {
    const isBorne = (backEnd: "pool" | "zygote") => {
      if (pinned !== null && pinned !== backEnd) return false;
      if (backEnd === "zygote" && (language !== "python" || level !== "namespaces")) return false;
      // What runs before its call can be kept to the call's folder by namespaces, and by nothing else.
      if (level === "landlock") return false;
      return !this.#demoted.get(key)?.has(backEnd);
    };
    return (["zygote", "pool"] as const).find(isBorne) ?? null;
  }

  #keep(key: string, backEnd: "pool" | "zygote", request: WarmRequest): Kept {
    const known = this.#kept.get(key);
    if (known && !isSpent(known)) {
      known.usedAt = Date.now();
      return known;
    }
    if (known) this.#retire(key);
    const kept: Kept = {
      backEnd,
      process: start(backEnd, request),
      startedAt: Date.now(),
      usedAt: Date.now(),
      calls: 0,
      running: 0,
      isRetired: false,
    };
    // Whoever waits for it hears of a failure; it may come before anybody does.
    kept.process.catch(() => undefined);
    this.#kept.set(key, kept);
    this.#makeRoom();
    return kept;
  }

  async #use(kept: Kept, { key, call }: { key: string; call: LateCall }): Promise<ProcessEnding | NotBegun> {
    kept.calls += 1;
    kept.running += 1;
    try {
      const ending = await (await kept.process).call(call);
      if (ending === "unfit") this.#demote(key, kept.backEnd, "its processes end before they are used");
      if (typeof ending === "string") this.#retire(`${kept.backEnd} ${key}`);
      return ending;
    } finally {
      kept.running -= 1;
      if (kept.isRetired && kept.running === 0) await end(kept);
    }
  }

  #demote(key: string, backEnd: BackEnd, reason: string): null {
    this.#demoted.set(key, (this.#demoted.get(key) ?? new Set()).add(backEnd));
    log.info("a tool is run more slowly from now on", { tool: key, not: backEnd, reason });
    if (this.#demoted.size > 1000) this.#demoted.delete([...this.#demoted.keys()][0] ?? "");
    return null;
  }

  #expire(): void {
    for (const [key, kept] of this.#kept) {
      if (Date.now() - kept.usedAt > IDLE_MS && kept.running === 0) this.#retire(key);
    }
  }

  #makeRoom(): void {
    const idle = [...this.#kept].filter(([, kept]) => kept.running === 0).sort(([, a], [, b]) => a.usedAt - b.usedAt);
    for (const [key] of idle.slice(0, Math.max(0, this.#kept.size - MOST))) this.#retire(key);
  }

  /** Lets its calls end first. */
  #retire(key: string): void {
    const kept = this.#kept.get(key);
    if (!kept) return;
    this.#kept.delete(key);
    kept.isRetired = true;
    if (kept.running === 0) void end(kept);
  }
}

async function start(backEnd: "pool" | "zygote", request: WarmRequest): Promise<Zygote | Pool> {
  const command = await request.commandFor(backEnd);
  return backEnd === "zygote" ? Zygote.start(command, { path: request.entry }) : new Pool(command);
}

async function end({ process }: Kept): Promise<void> {
  const ended = await process.catch(() => null);
  ended?.close();
}

function isSpent(kept: Kept): boolean {
  return Date.now() - kept.startedAt > OLDEST_MS || kept.calls >= MOST_CALLS;
}

function isSuspicious({ cause, signal }: ProcessEnding): boolean {
  return cause === "timeout" || (cause === "exited" && signal !== null);
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : "";
  return [error instanceof Error ? error.message : String(error), cause.slice(-500)].filter(Boolean).join(" ");
}

/** Changes whenever what a process started ahead has loaded is no longer what it would load. */
function keyOf({ entry, identity }: WarmRequest): string {
  const seen = [entry, path.dirname(entry)].map((place) => {
    const { ino, size, mtimeMs } = statSync(/* turbopackIgnore: true */ place);
    return place === entry ? [ino, size, mtimeMs] : ino;
  });
  return JSON.stringify([entry, seen, identity]);
}
