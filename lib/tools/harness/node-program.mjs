// Loaded by `--import` before a tool.ts that is run as a program: gives it its two flags, which are on no command line, and
// its imports. The tool itself is Node's main module, as by hand.
import { isMainThread } from "node:worker_threads";
import { takeCall } from "./node-ahead.mjs";
import { endQuickly, tell } from "./node-channel.mjs";

// Workers get the same preload, but not the call.
if (isMainThread) {
  const call = await takeCall();
  endQuickly();
  process.argv.push("--user-params", call.userParameters, "--tool-params", call.toolParameters);
  // What the tool forks shall start as if it were run by hand.
  process.execArgv.length = 0;
  tell({ began: true });
}
