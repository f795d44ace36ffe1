import { createInterface } from "node:readline";
import { startCall } from "#lib/registry/calls.ts";
import { superviseRuns } from "#lib/runs/supervise.ts";

// A server without its web pages: for each line on stdin, JSON of a member and a call, it starts the call and prints the run's id.
await superviseRuns(null);
console.log("ready");
for await (const line of createInterface({ input: process.stdin })) {
  const { member, call } = JSON.parse(line);
  console.log(await startCall(member, call));
}
process.exit();
