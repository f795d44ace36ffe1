import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

/** Waits until no other process holds the lock, takes it, and answers how to give it back; a dead holder is no holder. */
export async function takeLock(file, { onWait }) {
  const mine = `${file}.${process.pid}`;
  writeFileSync(mine, String(process.pid));
  try {
    for (let waits = 0; !tryLink(mine, file); waits++) {
      if (waits === 0) onWait();
      if (isHeld(file)) await pause(200);
      else rmSync(file, { force: true });
    }
  } finally {
    rmSync(mine, { force: true });
  }
  const release = () => rmSync(file, { force: true });
  process.once("exit", release);
  return () => {
    process.removeListener("exit", release);
    release();
  };
}

function tryLink(mine, file) {
  try {
    linkSync(mine, file);
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    return false;
  }
}

function isHeld(file) {
  try {
    const pid = Number(readFileSync(file, "utf8"));
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM"; // somebody else's process; no such file or process is nobody
  }
}
