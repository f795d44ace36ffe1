// `npm run migration -- <name>` writes the migration that brings the last one up to prisma/schema.prisma;
// `npm run migration -- --check` only says whether one is missing. Both compare on a database that exists for the moment.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { startTemporaryServer } from "#lib/db/temporary.ts";

const FOLDER = "prisma/migrations";
const [argument] = process.argv.slice(2);

if (!argument || !/^(--check|[a-z][a-z0-9-]*)$/.test(argument)) {
  console.error("Say in a few words what the migration does, for example: npm run migration -- add-usage");
  process.exitCode = 2;
} else if (argument === "--check") {
  const { stdout, status } = await compare(["--exit-code"]);
  console.log(status === 0 ? "The migrations agree with prisma/schema.prisma." : stdout.trim());
  process.exitCode = status;
} else {
  const { stdout, status } = await compare(["--script"]);
  if (status === 0) write(argument, stdout);
  process.exitCode = status;
}

async function compare(flags) {
  const server = await startTemporaryServer();
  const env = { ...process.env, DATABASE_URL: server.url("postgres") };
  const ends = ["--from-migrations", FOLDER, "--to-schema", "prisma/schema.prisma"];
  const stdio = ["ignore", "pipe", "inherit"];
  const compared = spawnSync("prisma", ["migrate", "diff", ...ends, ...flags], { stdio, env, encoding: "utf8" });
  await server.stop();
  return { stdout: compared.stdout ?? "", status: compared.status ?? 1 };
}

function write(name, sql) {
  const time = new Date().toISOString().replaceAll(/\D/g, "").slice(0, 14);
  const folder = `${FOLDER}/${time}_${name.replaceAll("-", "_")}`;
  mkdirSync(folder);
  writeFileSync(`${folder}/migration.sql`, sql);
  console.log(`Wrote ${folder}/migration.sql; read it before you commit it.`);
}
