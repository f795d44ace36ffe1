// The second half of `npm start`, on the studio's own Node: database, build, web server; and their orderly end.
import { buildStudio, generateClient } from "./steps/build.mjs";
import { addressOf } from "./steps/port.mjs";
import { explained, Obstacle, say } from "./steps/say.mjs";
import { startWebServer } from "./steps/web-server.mjs";

const [mode, note] = process.argv.slice(2);
const { TOOLROOM_ROOT: root, HOST: host, PORT } = process.env;
const port = Number(PORT);
const end = new AbortController();
for (const event of ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"]) process.on(event, () => end.abort());

await explained(async () => {
  await generateClient(root, end);
  const { ensureDatabase, releaseDatabase } = await import("#lib/db/embedded.ts");
  try {
    say("Starting the database …");
    await ensureDatabase();
    if (mode === "start") await buildStudio(root, end);
    await runWebServer();
  } finally {
    await releaseDatabase();
  }
});
process.exit();

async function runWebServer() {
  const server = await startWebServer(root, { mode, host, port, signal: end.signal });
  await greet();
  process.send?.("ready");
  await server.ended;
  if (!end.signal.aborted) throw new Obstacle("The web server ended by itself; start it again.");
}

async function greet() {
  const { ensureFirstAccountToken } = await import("#lib/auth/first-account.ts");
  const token = await ensureFirstAccountToken();
  const address = process.env.TOOLROOM_ORIGIN ?? addressOf(host, port);
  say(`\nToolroom runs at ${address}`);
  if (token) say(`Make the first account: ${address}/sign-up?token=${token}`);
  if (note) say(note);
  say("Ctrl-C stops it.\n");
}
