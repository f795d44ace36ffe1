import path from "node:path";
import { checkLeftovers, checkMessages, checkNames } from "./rules.mjs";
import { capture } from "./run.mjs";
import { say } from "./say.mjs";

/** Fewer modules than this mean that the tool did not see the product, and "no violations" says nothing. */
const LEAST_MODULES = 200;

/** Every static check; each answers its problems as text, empty when there are none. */
const CHECKS = {
  types: ({ run }) => outputOfFailure(run("typescript/bin/tsc", ["--noEmit"])),
  style: ({ run }) => outputOfFailure(run("@biomejs/biome/bin/biome", ["check", "--error-on-warnings", "."])),
  layers: checkLayers,
  "dead code": ({ run }) => outputOfFailure(run("knip/bin/knip.js", ["--no-progress", "--no-config-hints"])),
  names: ({ root }) => list(checkNames(root)),
  leftovers: ({ root }) => list(checkLeftovers(root)),
  messages: ({ root }) => list(checkMessages(root)),
};

/** Runs all checks, two at a time, and answers how many passed and failed; problems are printed as they are found. */
export async function runChecks(root, { node, env }) {
  const run = (file, args) => capture(node, [path.join(root, "node_modules", file), ...args], { cwd: root, env });
  // The routes' types, which the compiler wants, come from Next.
  const untyped = await outputOfFailure(run("next/dist/bin/next", ["typegen"]));
  if (untyped) say(untyped);
  const queue = Object.entries(CHECKS);
  const results = [];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) results.push(await runCheck(next, { root, run }));
  };
  await Promise.all([work(), work()]);
  const passed = results.filter(Boolean).length;
  return { passed, failed: results.length - passed };
}

async function runCheck([name, check], tools) {
  const began = Date.now();
  const problems = await check(tools);
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  if (problems) say(problems.trim());
  say(`${problems ? "✗" : "✓"} check ${name} (${seconds} s)`);
  return problems === "";
}

async function checkLayers({ run }) {
  const places = [
    "app",
    "bin",
    "components",
    "lib",
    "tests",
    "tools",
    "next.config.ts",
    "proxy.ts",
    "instrumentation.ts",
  ];
  const flags = ["--config", ".dependency-cruiser.cjs", "--output-type", "json", ...places];
  const { output } = await run("dependency-cruiser/bin/dependency-cruiser.mjs", flags);
  if (!output.startsWith("{")) return output;
  const { modules, summary } = JSON.parse(output);
  if (modules.length < LEAST_MODULES) return `dependency-cruiser saw only ${modules.length} modules`;
  return summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`).join("\n");
}

async function outputOfFailure(running) {
  const { code, output } = await running;
  return code === 0 ? "" : output || `it ended with code ${code} and said nothing`;
}

function list({ looked, problems }) {
  return looked === 0 ? "there was nothing to look at" : problems.join("\n");
}
