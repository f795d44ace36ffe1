import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const CODE_FOLDERS = ["app", "bin", "components", "lib", "tests"];
const GENERATED = path.join("lib", "db", "generated");
const EMPTY_WORDS = /^(utils?|helpers?|misc|managers?|services?|handlers?)$/;
const EMPTY_NAMES = /^(index|common|data|info)$/;
const LANGUAGES = ["en", "ko"];

/** Files and folders with a name that says nothing, as sentences; and how many names were looked at. */
export function checkNames(root) {
  const files = CODE_FOLDERS.flatMap((folder) => listFiles(root, folder));
  const problems = files
    .filter((file) => file.split(path.sep).some(saysNothing))
    .map(
      (file) => `${file}: call it after what it holds, not index, utils, helpers, common, manager, service, handler …`,
    );
  return { looked: files.length, problems };
}

/** Work that was left for later in the code, as sentences; and how many files were looked at. */
export function checkLeftovers(root) {
  const files = CODE_FOLDERS.flatMap((folder) => listFiles(root, folder)).filter((file) =>
    /\.(tsx?|mjs|py|css)$/.test(file),
  );
  const mark = new RegExp(`\\b(${["TO" + "DO", "FIX" + "ME", "XX" + "X"].join("|")})\\b`);
  const problems = files
    .filter((file) => mark.test(readFileSync(path.join(root, file), "utf8")))
    .map((file) => `${file}: do it now, or open an issue; the code keeps no list of things to do`);
  return { looked: files.length, problems };
}

/** Where the message catalogues differ in keys or placeholders, as sentences; and how many messages were compared. */
export function checkMessages(root) {
  const [first, ...others] = LANGUAGES.map((language) => readMessages(root, language));
  const problems = others.flatMap((other) => [
    ...[...first].filter(([key]) => !other.has(key)).map(([key]) => `${key}: missing in ${LANGUAGES[1]}`),
    ...[...other].filter(([key]) => !first.has(key)).map(([key]) => `${key}: missing in ${LANGUAGES[0]}`),
    ...[...first]
      .filter(([key, text]) => other.has(key) && placeholders(other.get(key)) !== placeholders(text))
      .map(([key]) => `${key}: the languages have different placeholders`),
  ]);
  return { looked: first.size, problems };
}

function saysNothing(segment) {
  const name = segment.replace(/\..*$/, "");
  return EMPTY_NAMES.test(name) || name.split(/[-_]/).some((word) => EMPTY_WORDS.test(word));
}

function readMessages(root, language) {
  const folder = path.join("messages", language);
  const files = listFiles(root, folder).map((file) => [path.basename(file, ".json"), path.join(root, file)]);
  return new Map(files.flatMap(([name, file]) => [...flatten(name, JSON.parse(readFileSync(file, "utf8")))]));
}

function* flatten(key, value) {
  if (typeof value === "string") yield [key, value];
  else for (const [name, item] of Object.entries(value)) yield* flatten(`${key}.${name}`, item);
}

/** The names of a message's arguments and tags, also of those inside its plurals. */
function placeholders(text) {
  const tags = [...text.matchAll(/<(\w+)>/g)].map(([, name]) => `<${name}>`);
  return [...new Set([...tags, ...blocks(text).flatMap(argumentNames)])].sort().join(" ");
}

function argumentNames(block) {
  const [name, ...rest] = block.split(",");
  return [name.trim(), ...blocks(rest.join(",")).flatMap((branch) => blocks(branch).flatMap(argumentNames))];
}

/** What stands between the outermost braces. */
function blocks(text) {
  const found = [];
  for (let at = 0, depth = 0, from = 0; at < text.length; at++) {
    if (text[at] === "{" && depth++ === 0) from = at + 1;
    if (text[at] === "}" && --depth === 0) found.push(text.slice(from, at));
  }
  return found;
}

function listFiles(root, folder) {
  if (folder === GENERATED) return [];
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const place = path.join(folder, entry.name);
    return entry.isDirectory() ? listFiles(root, place) : [place];
  });
}
