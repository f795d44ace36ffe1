import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { Obstacle } from "./say.mjs";

const NODE_FOR_SETUP = 20;
const PYTHON = [3, 10];
const INSTALL_PYTHON =
  "install Python 3.10 or newer with venv (on Debian: apt-get install python3 python3-venv) and start again";

/** Throws when this machine cannot run the studio at all. */
export function checkMachine() {
  const { platform, versions } = process;
  if (platform !== "linux" && platform !== "darwin") {
    throw new Obstacle(`Toolroom runs on Linux and macOS, and this is ${platform}; on Windows start it inside WSL.`);
  }
  if (Number.parseInt(versions.node, 10) < NODE_FOR_SETUP) {
    throw new Obstacle(
      `Toolroom needs Node ${NODE_FOR_SETUP} or newer, and this is ${versions.node}; install a newer one and start again.`,
    );
  }
}

/** What keeps Python tools from running here, as a sentence; null when nothing does. */
export function findPythonProblem() {
  const script = "import sys; print(*sys.version_info[:2]); import venv, ensurepip, pip";
  const { error, status, stdout } = spawnSync("python3", ["-c", script], { encoding: "utf8" });
  const without = "Python tools will not run until you";
  if (error || !/^\d/.test(stdout)) return `There is no python3 on this machine's PATH: ${without} ${INSTALL_PYTHON}.`;
  const [major, minor] = stdout.trim().split(" ").map(Number);
  if (major < PYTHON[0] || (major === PYTHON[0] && minor < PYTHON[1])) {
    return `python3 is version ${major}.${minor}, which is too old: ${without} ${INSTALL_PYTHON}.`;
  }
  if (status === 0 || spawnSync("uv", ["--version"]).status === 0) return null;
  return `python3 cannot make virtual environments here: ${without} ${INSTALL_PYTHON}.`;
}

/** Makes the folder for everything the studio keeps, and throws when nothing can be written there. */
export function makeDataFolder(folder) {
  requireWritable(folder, {
    purpose: "keeps its data in",
    advice: "set TOOLROOM_DATA to a folder that you may write to, and start again",
  });
  mkdirSync(folder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
}

/** Throws unless this account may write to the folder, or make it where it is not there yet. */
export function requireWritable(folder, { purpose, advice }) {
  let existing = folder;
  while (!existsSync(existing)) existing = path.dirname(existing);
  try {
    accessSync(existing, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new Obstacle(`Toolroom ${purpose} ${folder} and may not write there (${error.code}); ${advice}.`);
  }
}
