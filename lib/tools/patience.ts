import { createContext, Script } from "node:vm";
import { singleton } from "#lib/core/singleton.ts";

const SCRIPT = new Script("run()");

/** What `run` returns; null when that takes longer than so many milliseconds, and then it is stopped. */
export function withPatience<T>(run: () => T, milliseconds: number): T | null {
  const context = singleton("patience", () => createContext({}));
  try {
    return SCRIPT.runInContext(Object.assign(context, { run }), { timeout: milliseconds }) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return null;
    throw error;
  }
}
