import "server-only";
import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { AppError } from "#lib/core/errors.ts";
import { readText } from "./entry.ts";
import { hashPath } from "./hash.ts";

/** One line of requirements, as its author wrote it and as it is given to the installer, paths made absolute. */
export type Requirement = { place: string; written: string; install: string; name: string | null };

export type Requirements = {
  lines: Requirement[];
  /** The same for tools that ask for the same, local files compared by content and not by place. */
  fingerprint: string;
};

const PATH_OPTION = /^(-c|--constraint(?=[ =])|-f|--find-links(?=[ =]))[ =]*(.+)$/;
const INCLUDE = /^(?:-r\s*|--requirement[ =]+)(.+)$/;
const EDITABLE = /^(?:-e\s*|--editable[ =]+)(.+)$/;
const NAMED_PATH = /^([A-Za-z0-9][\w.-]*(?:\[[^\]]*\])?)\s*@\s*((?:file:|\.{1,2}\/|\/)\S+)(.*)$/;
const BARE_PATH = /^((?:file:|\.{1,2}\/|\/)\S+|\S+\.(?:whl|zip|tar\.gz))(.*)$/;
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*/;

/**
 * Reads `requirements.txt` with the files it includes; without one, or without Pydantic in it, Pydantic is added.
 * Throws `invalid_input` with file and line for what cannot be read.
 */
export async function readRequirements(folder: string): Promise<Requirements> {
  const read = await readFileLines(folder, "requirements.txt", []);
  const lines = read.map(({ requirement }) => requirement);
  const isPinnedByHash = lines.some(({ install }) => install.includes("--hash="));
  if (!isPinnedByHash && !lines.some(({ name }) => name === "pydantic")) {
    lines.push({ place: "added by the studio", written: "pydantic", install: "pydantic", name: "pydantic" });
  }
  const hash = createHash("sha256");
  for (const { identity } of read) hash.update(`${identity}\n`);
  return { lines, fingerprint: hash.digest("hex") };
}

type Read = { requirement: Requirement; identity: string };

async function readFileLines(folder: string, file: string, including: readonly string[]): Promise<Read[]> {
  const text = await readText(folder, file);
  if (text === null) {
    if (including.length === 0) return [];
    throw new AppError("invalid_input", `${including.at(-1)} includes ${file}, which does not exist.`);
  }
  if (including.includes(file)) throw new AppError("invalid_input", `${file} includes itself.`);
  const all: Read[] = [];
  for (const { written, number } of logicalLines(text)) {
    const place = `${file} line ${number}`;
    const included = INCLUDE.exec(written)?.[1];
    if (included) {
      all.push(...(await readFileLines(folder, path.join(path.dirname(file), included), [...including, file])));
    } else {
      all.push(await readLine(path.resolve(folder, path.dirname(file)), { place, written }));
    }
  }
  return all;
}

/** Lines without comments, those continued by a backslash joined. */
function logicalLines(text: string): { written: string; number: number }[] {
  const lines: { written: string; number: number }[] = [];
  let begun = { written: "", number: 1 };
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    if (begun.written === "") begun.number = index + 1;
    begun.written += line.replace(/(^|\s)#.*$/, "");
    if (begun.written.endsWith("\\")) {
      begun.written = begun.written.slice(0, -1);
      continue;
    }
    lines.push({ ...begun, written: begun.written.trim() });
    begun = { written: "", number: index + 2 };
  }
  lines.push({ ...begun, written: begun.written.trim() });
  return lines.filter(({ written }) => written !== "");
}

async function readLine(base: string, { place, written }: { place: string; written: string }): Promise<Read> {
  const option = PATH_OPTION.exec(written);
  if (option?.[1] && option[2]) {
    if (/^https?:/.test(option[2])) return plain(place, written, null);
    const local = await findLocal(base, option[2], place);
    return {
      requirement: { place, written, install: `${option[1]} ${local.path}`, name: null },
      identity: `${option[1]} ${local.hash}`,
    };
  }
  if (written.startsWith("--")) return plain(place, written, null);
  // An environment is shared and outlives the folder it was built from, so that nothing in it may point back there.
  const requirement = EDITABLE.exec(written)?.[1] ?? written;
  const named = NAMED_PATH.exec(requirement);
  if (named?.[1] && named[2]) {
    const local = await findLocal(base, named[2], place);
    const install = `${named[1]} @ file://${encodeURI(local.path)}${named[3]}`;
    return {
      requirement: { place, written, install, name: normalName(named[1]) },
      identity: `${named[1]} ${local.hash}${named[3]}`,
    };
  }
  const bare = BARE_PATH.exec(requirement);
  if (bare?.[1]) {
    const local = await findLocal(base, bare[1], place);
    const name = local.path.endsWith(".whl") ? normalName(path.basename(local.path).split("-")[0] ?? "") : null;
    return {
      requirement: { place, written, install: local.path + bare[2], name },
      identity: `${local.hash}${bare[2]}`,
    };
  }
  return plain(place, requirement, normalName(requirement));
}

function plain(place: string, written: string, name: string | null): Read {
  return { requirement: { place, written, install: written, name }, identity: written };
}

/** The name as indexes compare it: lower case, one hyphen between words. */
function normalName(text: string): string | null {
  return (
    NAME.exec(text)?.[0]
      .replace(/[-_.]+/g, "-")
      .toLowerCase() ?? null
  );
}

async function findLocal(base: string, written: string, place: string): Promise<{ path: string; hash: string }> {
  const [withoutExtras = written, extras = ""] = written.split(/(?=\[[^\]]*\]$)/);
  const target = withoutExtras.startsWith("file://")
    ? fileURLToPath(withoutExtras)
    : withoutExtras.replace(/^file:/, "");
  const local = path.resolve(base, target);
  if (!(await stat(local).catch(() => null)))
    throw new AppError("invalid_input", `${place} names ${written}, which does not exist.`);
  return { path: local + extras, hash: (await hashPath(local)) + extras };
}
