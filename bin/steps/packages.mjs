import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { requireWritable } from "./machine.mjs";
import { note, Obstacle } from "./say.mjs";

/** Installs the packages when those that are installed are not the ones that package-lock.json names. */
export function installPackages(root) {
  if (isInstalled(root)) return;
  requireWritable(path.join(root, "node_modules"), {
    purpose: "installs packages into",
    advice: "give this folder to your account, or copy it to one of yours, and start again",
  });
  note("Installing packages; the first time this takes about a minute …");
  const [program, ...before] = findNpm();
  const flags = ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  const { error, status, stderr } = spawnSync(program, [...before, ...flags], { cwd: root, encoding: "utf8" });
  if (error?.code === "ENOENT")
    throw new Obstacle("npm was not found; install it (it comes with Node) and start again.");
  if (status === 0) return;
  process.stderr.write(stderr ?? "");
  throw new Obstacle(
    `The packages could not be installed into ${root}; npm says why above. Put that right and start again.`,
  );
}

/** Inside an npm script the same npm, whatever the PATH says. */
function findNpm() {
  const running = process.env.npm_execpath;
  return running?.endsWith("npm-cli.js") ? [process.execPath, running] : ["npm"];
}

/** npm writes down what it installed when it is done; packages for other machines may be missing from that. */
function isInstalled(root) {
  const record = path.join(root, "node_modules", ".package-lock.json");
  if (!existsSync(record)) return false;
  const { packages: installed } = JSON.parse(readFileSync(record, "utf8"));
  const { packages: wanted } = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8"));
  return Object.entries(wanted).every(([place, { version, optional }]) => {
    if (place === "") return true;
    return installed[place] ? installed[place].version === version : optional === true;
  });
}
