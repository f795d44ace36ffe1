import { spawnSync } from "node:child_process";
import path from "node:path";
import { Obstacle } from "./say.mjs";

const OLDEST = [22, 19];

/** The Node that runs the studio: the one among its packages, else the machine's own if it is new enough. */
export function findNode(root) {
  const bundled = path.join(root, "node_modules", `node-${process.platform}-${process.arch}`, "bin", "node");
  if (spawnSync(bundled, ["--version"]).status === 0) return bundled;
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return process.execPath;
  const missing = `Toolroom needs Node ${OLDEST.join(".")} or newer, and this is ${process.versions.node}`;
  throw new Obstacle(`${missing}; run "npm ci --include=optional", which brings one along, or install a newer Node.`);
}

/** The environment for a process of the studio: its Node and its packages' programs come first on the PATH. */
export function withNode(node, root, extra = {}) {
  const first = [path.dirname(node), path.join(root, "node_modules", ".bin")];
  return {
    ...process.env,
    PATH: [...first, process.env.PATH].join(path.delimiter),
    NEXT_TELEMETRY_DISABLED: "1",
    ...extra,
  };
}
