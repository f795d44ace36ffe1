// Loaded by `--import` before a tool.ts that is run as a program: gives it its two flags, which are on no command line, and
// its imports. The tool itself is Node's main module, as by hand.
import { isMainThread } from "node:worker_threads";
import { readCall, tell } from "./node-channel.mjs";
import { hookImports } from "./node-hooks.mjs";

// Workers get the same preload, but not the call.
if (isMainThread) {
  const call = readCall();
  hookImports(call);
  process.argv.push("--user-params", call.userParameters, "--tool-params", call.toolParameters);
  // What the tool forks shall start as if it were run by hand.
  process.execArgv.length = 0;
  tell({ began: true });
}
