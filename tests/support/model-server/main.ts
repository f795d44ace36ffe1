// A model server in a process of its own: `node main.ts --script FILE [--port N] [--follow requests|history] [--checks all|rules|none] [--key KEY]`.
// Prints its base URL, then each violation on stderr; ends on SIGTERM, with 1 if there was one.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { Checks } from "./checks/check.ts";
import type { Following, Script } from "./script.ts";
import { ModelServer } from "./server.ts";

const { values } = parseArgs({
  options: {
    script: { type: "string" },
    port: { type: "string", default: "0" },
    follow: { type: "string", default: "requests" },
    checks: { type: "string", default: "all" },
    key: { type: "string" },
  },
});
if (!values.script)
  throw new Error("Say which script to play: --script FILE, JSON with a list of turns or a list for each session.");

const server = new ModelServer({
  checks: values.checks as Checks,
  keepsRequests: false,
  onViolation: ({ request, message }) => console.error(`request ${request}: ${message}`),
  ...(values.key !== undefined && { key: values.key }),
});
server.play(JSON.parse(readFileSync(values.script, "utf8")) as Script, values.follow as Following);
await server.listen(Number(values.port));
console.log(server.url);

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.once(signal, () => {
    process.exitCode = server.violations.length > 0 ? 1 : 0;
    void server.close();
  });
}
