import { flushCompileCache } from "node:module";
import { workerHere } from "#lib/agents/worker.ts";
import { superviseRuns } from "#lib/runs/supervise.ts";

// A server without web pages: it does agents' runs until it is killed, and says "ready" once it has looked for those that were left.
await superviseRuns(workerHere());
console.log("ready");
// A process that is killed keeps nothing by itself.
flushCompileCache();
