#!/usr/bin/env node
// Stands in for Prisma's native schema engine, which is a download of its own: the same command line and the same
// JSON-RPC over stdio, answered by the WebAssembly build of the engine that comes from the package registry.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import readline from "node:readline";

const require = createRequire(import.meta.url);
const ENGINE = "@prisma/schema-engine-wasm";
const CATALOGUE_CHAR = 18;
const BPCHAR = 1042;

// The engine reports its panics here.
globalThis.PRISMA_WASM_PANIC_REGISTRY = { set_message: (message) => console.error(message) };

const request = readArguments(process.argv.slice(2));
if (request.version) console.log(`schema-engine-wasm ${require(`${ENGINE}/package.json`).version}`);
else if (request.command) process.exitCode = await runCommand(request.command, request.url);
else await serve(await createEngine(request));

function readArguments(args) {
  const read = { url: "", datamodels: undefined, command: undefined, version: false };
  for (let at = 0; at < args.length; at++) {
    if (args[at] === "--version") read.version = true;
    if (args[at] === "--datasource") read.url = JSON.parse(args[++at]).url ?? "";
    if (args[at] === "cli") read.command = args[++at];
    if (args[at] !== "--datamodels") continue;
    read.datamodels = [];
    while (args[at + 1] && !args[at + 1].startsWith("--") && args[at + 1] !== "cli") {
      const file = args[++at];
      read.datamodels.push([file, readFileSync(file, "utf8")]);
    }
  }
  return read;
}

async function query(url, sql) {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

async function runCommand(command, url) {
  const target = new URL(url);
  const name = decodeURIComponent(target.pathname.slice(1));
  const server = new URL(url);
  server.pathname = "/postgres";
  try {
    if (command === "can-connect-to-database") await query(url, "select 1");
    else if (command === "create-database") await query(server.href, `create database "${name}"`);
    else if (command === "drop-database") await query(server.href, `drop database if exists "${name}" with (force)`);
    return 0;
  } catch (thrown) {
    reportCommandFailure(thrown, target);
    return 1;
  }
}

function reportCommandFailure(thrown, target) {
  const codes = { "3D000": "P1003", "28P01": "P1000", 28000: "P1000" };
  const code = codes[thrown.code] ?? "P1001";
  const fields = {
    error_code: code,
    message: code === "P1001" ? `Can't reach database server at \`${target.host}\`` : thrown.message,
    is_panic: false,
    meta: {
      database_host: target.hostname,
      database_port: Number(target.port),
      database_name: target.pathname.slice(1),
      database_schema_name: "public",
    },
  };
  const line = { timestamp: new Date().toISOString(), target: "schema_engine::logger", level: "ERROR", fields };
  console.error(`{}\n${JSON.stringify(line)}`);
}

async function createEngine({ url, datamodels }) {
  const { bindMigrationAwareSqlAdapterFactory } = await import("@prisma/driver-adapter-utils");
  const bindings = await import(`${ENGINE}/schema_engine_bg`);
  const folder = path.dirname(require.resolve(`${ENGINE}/schema_engine_bg`));
  const wasm = readFileSync(path.join(folder, "schema_engine_bg.wasm"));
  const { instance } = await WebAssembly.instantiate(wasm, { "./schema_engine_bg.js": bindings });
  bindings.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  const factory = bindMigrationAwareSqlAdapterFactory(await createAdapter(url));
  const log = (line) => process.env.DEBUG && console.error(line);
  return { engine: await bindings.SchemaEngine.new({ datamodels }, log, factory), factory };
}

async function createAdapter(url) {
  const { PrismaPg } = await import("@prisma/adapter-pg");
  const factory = new PrismaPg({ connectionString: url });
  const connect = factory.connect.bind(factory);
  factory.connect = async () => adapt(await connect(), url);
  factory.connectToShadowDb = () => connectToShadow(PrismaPg, url);
  return factory;
}

/** The adapter serves applications; the engine also sends whole scripts and asks about PostgreSQL's own catalogue. */
async function adapt(connection, url) {
  const { ColumnTypeEnum } = await import("@prisma/driver-adapter-utils");
  const characters = await watchCharacterColumns();
  const queryRaw = connection.queryRaw.bind(connection);
  connection.queryRaw = async (asked) => {
    characters.clear();
    const result = await queryRaw(asked);
    const typeOf = (type, at) => (characters.has(result.columnNames[at]) ? ColumnTypeEnum.Character : type);
    return { ...result, columnTypes: result.columnTypes.map(typeOf) };
  };
  // The adapter splits scripts at each `;`, which breaks function bodies and literals.
  connection.executeScript = (script) => query(url, script);
  return connection;
}

/** The adapter does not know the type "char": it gets it as `bpchar`, and the names of such columns are kept. */
async function watchCharacterColumns() {
  const { default: pg } = await import("pg");
  const names = new Set();
  const addFields = pg.Result.prototype.addFields;
  pg.Result.prototype.addFields = function (fields) {
    for (const field of fields.filter(({ dataTypeID }) => dataTypeID === CATALOGUE_CHAR)) {
      names.add(field.name);
      field.dataTypeID = BPCHAR;
    }
    return addFields.call(this, fields);
  };
  return names;
}

async function connectToShadow(PrismaPg, url) {
  const name = `prisma_migrate_shadow_db_${randomUUID()}`;
  await query(url, `create database "${name}"`);
  const shadow = new URL(url);
  shadow.pathname = `/${name}`;
  const connection = await new PrismaPg({ connectionString: shadow.href }).connect();
  const dispose = connection.dispose.bind(connection);
  connection.dispose = async () => {
    await dispose();
    await query(url, `drop database if exists "${name}" with (force)`);
  };
  return adapt(connection, shadow.href);
}

async function serve({ engine, factory }) {
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const call = line.trim() === "" ? {} : JSON.parse(line);
    if (call.method) await answer(call, { engine, factory });
  }
  process.exit(0);
}

async function answer({ id, method, params }, { engine, factory }) {
  const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  try {
    const name = method === "getDatabaseVersion" ? "version" : method;
    if (typeof engine[name] !== "function") throw new Error(`The schema engine has no method ${method}.`);
    const result = await engine[name](params);
    if (method !== "diff" || result?.stdout == null) return send({ id, result: result ?? {} });
    send({ id: id * 1000, method: "print", params: { content: result.stdout } });
    send({ id, result: { exitCode: result.exitCode } });
  } catch (thrown) {
    send({ id, error: describeFailure(thrown, factory) });
  }
}

function describeFailure(thrown, factory) {
  const text = thrown.message ?? String(thrown);
  const known = parseOrEmpty(text);
  const external = /External error id#(\d+)/.exec(text); // the driver's own error waits in the registry
  const cause = external && factory.errorRegistry.consumeError(Number(external[1]))?.error?.message;
  const data = {
    is_panic: false,
    message: cause ? `${cause}\n${text}` : (known.message ?? text),
    meta: known.meta ?? null,
    error_code: known.code ?? known.error_code ?? null,
  };
  return { code: 4466, message: "An error happened. Check the data field for details.", data };
}

function parseOrEmpty(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
