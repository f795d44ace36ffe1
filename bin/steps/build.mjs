import { cpSync } from "node:fs";
import path from "node:path";
import { capture } from "./run.mjs";
import { note, Obstacle } from "./say.mjs";
import { hashOf, unlessStamped } from "./stamp.mjs";

const SOURCES = [
  "app",
  "components",
  "lib",
  "messages",
  "public",
  "prisma/schema.prisma",
  "instrumentation.ts",
  "next.config.ts",
  "package-lock.json",
  "package.json",
  "postcss.config.mjs",
  "proxy.ts",
  "tsconfig.json",
];

/** Generates the database client when the schema is not the one it was generated from. */
export async function generateClient(root, { node = process.execPath, signal } = {}) {
  const stamp = path.join(root, "lib/db/generated/made-from");
  const state = hashOf(root, ["prisma/schema.prisma", "package-lock.json"]);
  const run = () =>
    runQuietly(["prisma/build/index.js", "generate"], { root, node, signal, what: "The database client" });
  await unlessStamped(stamp, state, run);
}

/** Builds the studio for production when its sources are not the ones it was built from. */
export async function buildStudio(root, { node = process.execPath, signal } = {}) {
  const stamp = path.join(root, ".next/made-from");
  const state = hashOf(root, SOURCES, (file) =>
    /^lib\/db\/generated|^public\/pdfjs|\.test(-support)?\.tsx?$/.test(file),
  );
  const began = Date.now();
  const built = await unlessStamped(stamp, state, async () => {
    note("Building the studio; this takes about a minute …");
    copyPdfData(root);
    await runQuietly(["next/dist/bin/next", "build"], { root, node, signal, what: "The studio" });
  });
  if (built) note(`Built in ${Math.round((Date.now() - began) / 1000)} s.`);
}

/** What the PDF preview asks the server for: fonts that a file does not bring along, and how its characters map to them. */
function copyPdfData(root) {
  for (const part of ["cmaps", "standard_fonts", "wasm"]) {
    const from = path.join(root, "node_modules/pdfjs-dist", part);
    cpSync(from, path.join(root, "public/pdfjs", part), { recursive: true });
  }
}

/** Runs a package's program; what it prints is shown only when it fails. */
async function runQuietly([program, ...args], { root, node, signal, what }) {
  const file = path.join(root, "node_modules", program);
  const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  const { code, output } = await capture(node, [file, ...args], { cwd: root, env, signal });
  if (code === 0) return;
  process.stderr.write(output);
  throw new Obstacle(`${what} could not be built; the reason stands above.`);
}
