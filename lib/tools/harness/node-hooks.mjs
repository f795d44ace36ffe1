import { existsSync, readFileSync, writeFileSync } from "node:fs";
import {
  builtinModules,
  createRequire,
  enableCompileCache,
  registerHooks,
  setSourceMapsSupport,
  stripTypeScriptTypes,
} from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** What a harness imports to get the tool's own zod, whatever folder that lies in. */
export const TOOLS_OWN = "toolroom:";

const MISSING = new Set(["ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND"]);
/** `npm init` writes "type": "commonjs" for people who then write modules. */
const MODULE_SYNTAX = /^(?:import\s*[\w{*"']|export\s)/m;
const UNSUPPORTED = "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX";

/**
 * Lets a tool's files import each other without an ending or with `.js`, and take packages from the tool's environment only:
 * never from the folders above it, which may be the studio's. Without an environment Node's own rules hold.
 */
export function hookImports({ entry, environment, compiled }) {
  if (compiled) readCompiled(compiled);
  const folder = path.dirname(entry);
  const home = environment ? pathToFileURL(path.join(environment, "package.json")).href : pathToFileURL(entry).href;

  registerHooks({
    load: loadTypeScript,
    resolve(specifier, context, nextResolve) {
      if (specifier.startsWith(TOOLS_OWN))
        return nextResolve(specifier.slice(TOOLS_OWN.length), { ...context, parentURL: home });
      if (isPath(specifier)) return resolvePath(specifier, context, nextResolve);
      if (!environment || isBuiltin(specifier) || specifier.startsWith("#")) return nextResolve(specifier, context);
      const asked = placeOf(context.parentURL);
      if (!asked || !(isInside(asked, folder) || isInside(asked, environment))) return nextResolve(specifier, context);
      const from = isInside(asked, environment) ? context.parentURL : home;
      const found = findPackage(specifier, { from, asked, context }, nextResolve);
      const place = placeOf(found.url);
      if (place && !isInside(place, environment)) throw notFound(specifier, asked);
      return found;
    },
  });
}

/** A `require` knows only the folders above the file that asks; so it is asked from `from` itself. */
function findPackage(specifier, { from, asked, context }, nextResolve) {
  const isOwn = context.parentURL === from;
  try {
    if (isOwn || !isRequire(context)) return nextResolve(specifier, { ...context, parentURL: from });
    return { url: pathToFileURL(createRequire(from).resolve(specifier)).href, shortCircuit: true };
  } catch (error) {
    if (isOwn || !MISSING.has(error.code)) throw error;
    throw notFound(specifier, asked);
  }
}

function isRequire({ conditions }) {
  return conditions?.includes("require");
}

/** Node itself only strips types; a file with enums or other TypeScript that is more than types is transformed. */
function loadTypeScript(url, context, nextLoad) {
  if (url.endsWith(".json") && !isRequire(context)) {
    // Written as compilers take it, without an attribute.
    return nextLoad(url, { ...context, importAttributes: { type: "json" } });
  }
  let loaded;
  try {
    const isModule =
      context.format === "commonjs-typescript" && MODULE_SYNTAX.test(readFileSync(fileURLToPath(url), "utf8"));
    loaded = nextLoad(url, isModule ? { ...context, format: "module-typescript" } : context);
  } catch (error) {
    // Thrown already here where Node had to look into the file to tell what it is.
    if (error.code !== UNSUPPORTED) throw error;
    loaded = { format: "module-typescript", source: readFileSync(fileURLToPath(url)), shortCircuit: true };
  }
  if (!loaded.format?.endsWith("-typescript") || !loaded.source) return loaded;
  const source = withoutTypes(Buffer.from(loaded.source).toString(), url);
  return { ...loaded, format: loaded.format.replace("-typescript", ""), source };
}

/** What was once made of the tool's own files, by their very text: in memory, and in the folder `compiled` if there is one. */
const known = new Map();
let store = null;

/** Only reading the tool's contract may write there; for its calls the folder is what it is. */
function readCompiled(folder) {
  enableCompileCache(folder);
  store = path.join(folder, "without-types.json");
  try {
    for (const [source, result] of JSON.parse(readFileSync(store, "utf8"))) known.set(source, result);
  } catch {
    // There is none yet.
  }
}

/** Keeps for later processes what this one has made; where it may not, nothing is lost but time. */
export function keepCompiled() {
  if (!store) return;
  try {
    writeFileSync(store, JSON.stringify([...known].slice(-100)));
  } catch {
    // Not ours to write.
  }
}

function withoutTypes(source, url) {
  const made = known.get(source) ?? removeTypes(source, url);
  known.set(source, made);
  return made;
}

/** Does the work for a file that will be asked for later. */
export function removeTypesAhead(file) {
  try {
    withoutTypes(readFileSync(file, "utf8"), pathToFileURL(file).href);
  } catch {
    // The call will meet it, and report it itself.
  }
}

function removeTypes(source, url) {
  const { emitWarning } = process;
  // The warning that this function is experimental is not the tool's, and by hand there is none.
  process.emitWarning = () => undefined;
  try {
    return stripTypeScriptTypes(source);
  } catch (error) {
    if (error.code !== UNSUPPORTED) throw error;
    setSourceMapsSupport(true);
    return stripTypeScriptTypes(source, { mode: "transform", sourceMap: true, sourceUrl: url });
  } finally {
    process.emitWarning = emitWarning;
  }
}

function isPath(specifier) {
  return /^(\.{1,2}(\/|$)|\/|file:)/.test(specifier);
}

function isBuiltin(specifier) {
  return /^(node|data):/.test(specifier) || builtinModules.includes(specifier);
}

function placeOf(url) {
  return url?.startsWith("file:") ? fileURLToPath(url) : undefined;
}

function isInside(place, folder) {
  return place.startsWith(folder + path.sep);
}

function resolvePath(specifier, context, nextResolve) {
  try {
    return nextResolve(specifier, context);
  } catch (error) {
    const base = context.parentURL?.startsWith("file:") ? new URL(specifier, context.parentURL) : undefined;
    const found = base && endings(fileURLToPath(base)).find((candidate) => existsSync(candidate));
    if (!found) throw error;
    const url = pathToFileURL(found).href;
    return isRequire(context) ? { url, shortCircuit: true } : nextResolve(url, context);
  }
}

function endings(place) {
  return [
    place.replace(/\.([mc]?)js$/, ".$1ts"),
    `${place}.ts`,
    `${place}.mts`,
    `${place}.js`,
    path.join(place, "index.ts"),
  ].filter((candidate) => candidate !== place);
}

function notFound(specifier, asked) {
  const error = new Error(
    `Cannot find package '${specifier}' imported from ${asked}; name it in the tool's package.json.`,
  );
  error.code = "ERR_MODULE_NOT_FOUND";
  return error;
}
