// Calls the `runTool` of a tool.ts: its result travels on the studio's own channel, and whatever it prints is log.
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";
import { takeCall } from "./node-ahead.mjs";
import { endQuickly, tell } from "./node-channel.mjs";

const call = await takeCall(rehearse);
endQuickly();
// A tool that writes its arguments as JSON writes every digit of them.
BigInt.prototype.toJSON = function () {
  return JSON.rawJSON(String(this));
};
process.execArgv.length = 0;
tell({ began: true });
runCall().catch(endWith);

async function rehearse(schema) {
  await parse("ToolParameters", schema, '{"number":1,"text":"a"}');
  answer({ list: [1, "a", null] });
}

async function runCall() {
  // While the file is imported `process.argv[1]` is this harness, so that its main block does not run.
  const tool = await import(pathToFileURL(call.entry).href);
  process.argv = [
    process.argv[0],
    call.entry,
    "--user-params",
    call.userParameters,
    "--tool-params",
    call.toolParameters,
  ];
  const config = await parse("UserParameters", tool.UserParameters, call.userParameters);
  const args = await parse("ToolParameters", tool.ToolParameters, call.toolParameters);
  tell(answer(await tool.runTool(config, args)));
}

async function parse(what, schema, text) {
  const value = JSON.parse(text, keepDigits);
  if (typeof schema?.safeParseAsync !== "function") return value;
  const parsed = await schema.safeParseAsync(value);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const { path, message } = issues[0];
  const isTooLarge = typeof path.reduce((at, key) => at?.[key], value) === "bigint";
  const said = isTooLarge ? "it has more digits than a JavaScript number keeps; send it as text" : message;
  tell({ refused: { what, path: readablePath(path), message: said, more: issues.length - 1 } });
  process.exit(1);
}

/** An integer that would come out as another one stays itself as a BigInt, which `z.number()` refuses. */
function keepDigits(_key, value, { source }) {
  const isInteger = typeof value === "number" && /^-?\d+$/.test(source);
  return isInteger && !Number.isSafeInteger(value) && BigInt(source) !== BigInt(value) ? BigInt(source) : value;
}

function readablePath(keys) {
  return keys
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`))
    .join("")
    .replace(/^\./, "");
}

/** Text goes as it is, everything else as JSON that loses nothing: what JSON cannot say is a failure with its path. */
function answer(value) {
  if (typeof value === "string") return { result: value };
  const paths = new WeakMap();
  let nonFinite;
  function replace(key, given) {
    const item = asJson(given);
    const parent = paths.get(this);
    const path =
      parent === undefined ? "" : Array.isArray(this) ? `${parent}[${key}]` : parent ? `${parent}.${key}` : key;
    if (typeof item === "number" && !Number.isFinite(item)) nonFinite ??= { value: String(item), path };
    if (typeof item === "object" && item !== null) paths.set(item, path);
    return item;
  }
  try {
    const text = JSON.stringify(value, replace);
    if (nonFinite) return { nonFinite };
    if (text !== undefined) return { result: text };
    return {
      unusable: `runTool returned ${value === undefined ? "nothing" : `a ${typeof value}`}; return text or a JSON value.`,
    };
  } catch (error) {
    if (!(error instanceof TypeError && error.message.includes("circular"))) throw error;
    return {
      unusable: "runTool returned a value that contains itself, which JSON cannot say; return text or a JSON value.",
    };
  }
}

/** What JSON would show as an empty object, as the list or the object that it stands for. */
function asJson(item) {
  if (item instanceof Map) {
    const entries = [...item];
    return entries.every(([key]) => typeof key === "string") ? Object.fromEntries(entries) : entries;
  }
  if (item instanceof Set) return [...item];
  if (item instanceof Error) return { name: item.name, message: item.message, ...item };
  return ArrayBuffer.isView(item) && !(item instanceof DataView) ? Array.from(item) : item;
}

/** Prints what was thrown as the tool's author would see it, without this file's frames, and ends as Node does. */
function endWith(thrown) {
  const own = import.meta.url;
  if (thrown instanceof Error && typeof thrown.stack === "string") {
    const kept = thrown.stack.split("\n").filter((line) => !line.includes(own));
    Object.defineProperty(thrown, "stack", { value: kept.join("\n"), configurable: true, writable: true });
  }
  console.error(thrown instanceof Error ? inspect(thrown) : `Uncaught ${inspect(thrown)}`);
  process.exit(1);
}
