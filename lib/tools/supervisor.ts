import "server-only";
import type { Socket } from "node:net";
import { AppError } from "#lib/core/errors.ts";
import { encodeFrame, type Frame, FrameReader } from "./frames.ts";

/** What a supervisor may take beyond the timeout: SIGTERM, 2 s, SIGKILL, 5 s for those that would not die. */
const PATIENCE_MS = 15_000;

/** Where a command's bytes come from: descriptors 1 and 2, the harness's own 4, and 5, which is stdout after `run_tool`. */
const OUTPUTS = { 1: "stdout", 2: "stderr", 4: "channel", 5: "after" } as const;
export type Output = (typeof OUTPUTS)[keyof typeof OUTPUTS];

/** The first cause wins: a process that ends because of a timeout has timed out, whatever it says while it ends. */
export type ProcessEnding = {
  cause: "exited" | "timeout" | "cancelled" | "stdout" | "stderr" | "channel" | "memory" | "processes" | "disk";
  exitCode: number | null;
  signal: string | null;
  peakMemoryBytes: number;
};

/** A call of which nothing was done, and which may be made again elsewhere. */
export type NotBegun = "stale" | "unfit";

export type Hearing = {
  timeoutSeconds: number;
  signal?: AbortSignal | undefined;
  /** Answers, if it can tell already, how the process ended; nothing more is waited for then. */
  onOutput: (output: Output, bytes: Buffer) => ProcessEnding | null | undefined;
};

/**
 * Follows one command or call on its line to the end. "stale": it was not begun, since the tool's files have changed;
 * "unfit": nor was it, since no process of this kind comes to stand.
 * Throws `tool_crashed` when the supervisor was killed, `internal` with its own words when it could not do its work.
 */
export function followCall(
  line: Socket,
  { timeoutSeconds, signal, onOutput }: Hearing,
): Promise<ProcessEnding | NotBegun> {
  const cancel = () => line.write(encodeFrame("K", ""));
  const watchdog = setTimeout(() => line.destroy(), timeoutSeconds * 1000 + PATIENCE_MS);
  if (signal?.aborted) cancel();
  signal?.addEventListener("abort", cancel, { once: true });
  return new Promise<ProcessEnding | NotBegun>((resolve, reject) => {
    const take = ({ type, payload }: Frame) => {
      if (type === "X") resolve(JSON.parse(payload.toString()) as ProcessEnding);
      else if (type === "Z") resolve(payload.length > 0 ? "unfit" : "stale");
      else if (type === "E") reject(supervisorFailure(payload.toString()));
      else if (type in OUTPUTS) {
        const ending = onOutput(OUTPUTS[Number(type) as keyof typeof OUTPUTS], payload);
        if (ending) resolve(ending);
      }
    };
    readFrames(line, take, reject);
    line.once("close", () =>
      reject(new AppError("tool_crashed", "The tool's supervisor was killed before it reported how the tool ended.")),
    );
  }).finally(() => {
    clearTimeout(watchdog);
    signal?.removeEventListener("abort", cancel);
    line.destroy();
  });
}

/** The first word of a supervisor that was given something to start: it stands, as told by the answer. */
export function awaitStart<T>(line: Socket, { timeoutSeconds }: { timeoutSeconds: number }): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const give = (error: AppError) => {
      line.destroy();
      reject(error);
    };
    const watchdog = setTimeout(
      () => give(new AppError("tool_timeout", `It did not start within ${timeoutSeconds} s.`)),
      timeoutSeconds * 1000,
    );
    readFrames(
      line,
      ({ type, payload }) => {
        clearTimeout(watchdog);
        line.removeAllListeners("data");
        if (type === "S") resolve(JSON.parse(payload.toString()) as T);
        else give(supervisorFailure(payload.toString()));
      },
      reject,
    );
    line.once("close", () => {
      clearTimeout(watchdog);
      reject(new AppError("internal", "A supervisor ended before it had started anything."));
    });
  });
}

function readFrames(line: Socket, take: (frame: Frame) => void, onError: (error: unknown) => void): void {
  const reader = new FrameReader();
  line.on("data", (chunk: Buffer) => {
    try {
      reader.push(chunk).forEach(take);
    } catch (error) {
      // What to do with output is the caller's; its error must not leave the command running.
      line.destroy();
      onError(error);
    }
  });
}

function supervisorFailure(words: string): AppError {
  return new AppError("internal", "A tool could not be started; the server's log says more.", {
    cause: new Error(words.trim()),
  });
}
