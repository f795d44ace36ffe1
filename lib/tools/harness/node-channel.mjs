import { closeSync, readFileSync, readSync, writeSync } from "node:fs";

const CALL = 3;
const CHANNEL = 4;
const GO = 6;

/** The call as the studio sent it; descriptor 3 is closed then. */
export function readCall() {
  const call = JSON.parse(readFileSync(CALL, "utf8"));
  closeSync(CALL);
  return call;
}

/** Waits, without turning the event loop, until the call has come; ends the process when none ever will. */
export function awaitCall() {
  if (readSync(GO, Buffer.alloc(1)) === 0) process.reallyExit(0);
  closeSync(GO);
}

/** Sends the studio one message on its own channel, which nothing that the tool prints can reach. */
export function tell(message) {
  const data = Buffer.from(`${JSON.stringify(message)}\n`);
  for (let sent = 0; sent < data.length; ) sent += writeSync(CHANNEL, data, sent);
}

/**
 * Ends the process as soon as its last listener for `exit` has run: tearing the runtime down takes Node longer than most calls,
 * and nobody is served by it.
 */
export function endQuickly() {
  const { emit } = process;
  let isFatal = false;
  function emitThenEnd(name, ...values) {
    // What was thrown and caught by nobody is printed after the last listener, in the runtime's own way.
    if (name === "uncaughtExceptionMonitor") isFatal = true;
    const heard = Reflect.apply(emit, this, [name, ...values]);
    if (name === "exit" && !isFatal) endNow(process.exitCode ?? values[0] ?? 0);
    return heard;
  }
  Object.defineProperty(process, "emit", { value: emitThenEnd, configurable: true, writable: true });
}

function endNow(code) {
  try {
    tell({ exit: Number(code) & 0xff, peakMemoryBytes: process.resourceUsage().maxRSS * 1024 });
  } catch {
    // A tool that closed descriptors it did not open ends in the runtime's own way.
    return;
  }
  process.kill(process.pid, "SIGKILL");
}
