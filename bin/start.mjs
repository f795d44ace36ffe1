// `npm start`: from a fresh clone to a running studio. Runs on the machine's own Node and needs no package, until there is
// a newer Node among the installed packages: that one runs bin/serve.mjs.
import { spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { dataFolder } from "./steps/data-folder.mjs";
import { followNpm } from "./steps/follow-npm.mjs";
import { takeLock } from "./steps/lock.mjs";
import { checkMachine, findPythonProblem, makeDataFolder } from "./steps/machine.mjs";
import { findNode, withNode } from "./steps/node.mjs";
import { installPackages } from "./steps/packages.mjs";
import { checkPort } from "./steps/port.mjs";
import { explained, Obstacle, say } from "./steps/say.mjs";

const root = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");
const USAGE = "npm start -- [--port 3000] [--host 127.0.0.1]";

await explained(async () => {
  const { mode, host, port } = readOptions();
  const data = dataFolder(root);
  checkMachine();
  makeDataFolder(data);
  await checkPort(host, port);
  const release = await takeLock(path.join(data, "start.lock"), {
    onWait: () => say("Another start is preparing this copy of Toolroom; waiting for it …"),
  });
  const free = await checkPort(host, port);
  installPackages(root);
  const note = findPythonProblem();
  if (note) say(note);
  const env = { TOOLROOM_ROOT: root, TOOLROOM_DATA: data, HOST: host, PORT: String(free) };
  const node = findNode(root);
  await serve(node, { mode, note: note ?? "", env: withNode(node, root, env), onReady: release });
});

function readOptions() {
  const options = {
    port: { type: "string" },
    host: { type: "string" },
    dev: { type: "boolean" },
    help: { type: "boolean" },
  };
  try {
    const { values } = parseArgs({ options });
    if (values.help) throw new Error("Starts Toolroom");
    const port = Number(values.port ?? process.env.PORT ?? 3000);
    if (!Number.isInteger(port) || port < 0 || port > 65_535)
      throw new Error(`${values.port ?? process.env.PORT} is not a port`);
    return { mode: values.dev ? "dev" : "start", host: values.host ?? process.env.HOST ?? "127.0.0.1", port };
  } catch (error) {
    throw new Obstacle(`${error.message.replace(/\.$/, "")}: ${USAGE}`);
  }
}

/** Hands over to the newer Node and lives as long as it does; each ends the other, also when one is killed. */
async function serve(node, { mode, note, env, onReady }) {
  const flags = ["--conditions=react-server", "--disable-warning=ExperimentalWarning"];
  const program = [path.join(root, "bin/serve.mjs"), mode, note];
  const child = spawn(node, [...flags, ...program], { cwd: root, env, stdio: ["ignore", "inherit", "inherit", "ipc"] });
  child.on("message", onReady);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  const unfollow = followNpm(() => child.kill("SIGTERM"));
  process.exitCode = await new Promise((resolve) => child.once("exit", (code) => resolve(code ?? 1)));
  unfollow();
}
