import "server-only";
import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import { log } from "#lib/core/log.ts";
import { encodeFrame } from "./frames.ts";
import { connect, connectSupervisor, socketPath } from "./launcher.ts";
import { type Command, encodeCommand, type LateCall, writeCall } from "./process.ts";
import { awaitStart, followCall, type NotBegun, type ProcessEnding } from "./supervisor.ts";

/** What a zygote said when it stood: 2 when the file's definitions are loaded too, 1 when only its imports; why it must not fork. */
export type Loaded = { level: 1 | 2; unsafe: string[] };

const BOOT_SECONDS = 20;
/** Forked ahead of their calls while a tool is in use: one for the next call, one for the call after that. */
const FORKED_AHEAD = 2;

/** A resident process that has loaded a Python tool and forks one process for each of its calls. */
export class Zygote {
  readonly loaded: Loaded;
  readonly #line: Socket;
  readonly #socket: string;
  isGone = false;

  private constructor(line: Socket, { socket, loaded }: { socket: string; loaded: Loaded }) {
    this.#line = line;
    this.#socket = socket;
    this.loaded = loaded;
    line.on("data", (said: Buffer) => {
      log.warn("a zygote ended", { said: said.subarray(5).toString() });
      this.close();
    });
    line.once("close", () => {
      this.isGone = true;
    });
    line.unref();
  }

  /** Throws when the tool's code cannot be loaded, with the reason as cause; the call itself will say it better. */
  static async start(command: Command, tool: { path: string }): Promise<Zygote> {
    const socket = await socketPath(`zygote-${randomBytes(4).toString("hex")}`);
    const line = await connectSupervisor();
    line.write(encodeFrame("R", encodeCommand(command, { serve: socket, ready: FORKED_AHEAD })));
    line.write(encodeFrame("P", JSON.stringify({ ...tool, sandbox: command.sandbox })));
    const loaded = await awaitStart<Loaded>(line, { timeoutSeconds: BOOT_SECONDS });
    return new Zygote(line, { socket, loaded });
  }

  /** One call in a process of its own. Or why nothing was begun. */
  async call(call: LateCall): Promise<ProcessEnding | NotBegun> {
    const line = await connect(this.#socket);
    writeCall(line, call);
    return followCall(line, call);
  }

  /** Ends it and every call of it. */
  close(): void {
    this.isGone = true;
    this.#line.destroy();
  }
}
