import { ModelServer } from "#tests/support/model-server/server.ts";
import { turnsOf } from "./crash-script.ts";

// A model server in a process of its own that plays the crash script. Prints its base URL, then a line of JSON for each request as
// it comes and for each that OpenAI would have refused.
const say = (word: object) => process.stdout.write(`${JSON.stringify(word)}\n`);
const server = new ModelServer({
  keepsRequests: false,
  checks: "rules",
  onViolation: ({ message }) => say({ violation: message }),
});
server.play(({ session, turn }) => {
  say({ session, turn, at: Date.now() });
  return turnsOf(session)[turn] ?? [];
});
await server.listen();
console.log(server.url);
