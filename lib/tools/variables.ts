import "server-only";
import path from "node:path";
import { pickEnvironment } from "#lib/core/env.ts";
import type { ReadyEnvironment } from "./schema.ts";

const ALLOWED = ["PATH", "LANG", "LC_*", "TZ", "PYTHON*"];

/** The environment variables of a tool's process: an allow-list, what its `config.json` names, and where it may work. */
export function toolVariables(
  environment: ReadyEnvironment,
  places: {
    scratch: string;
    artifactDirectory: string;
    workflowDataDirectory: string | null;
    named: readonly string[];
  },
): Record<string, string> {
  // These two would keep the tool from its own packages and from its own folder.
  const { PYTHONHOME: _, PYTHONSAFEPATH: __, ...allowed } = pickEnvironment([...ALLOWED, ...places.named]);
  return {
    ...allowed,
    // A tool has no home of its own, and a person's is not its business.
    HOME: places.scratch,
    PATH: [path.dirname(environment.program), allowed.PATH ?? "/usr/bin:/bin"].join(path.delimiter),
    TMPDIR: places.scratch,
    SESSION_DIRECTORY: places.artifactDirectory,
    ...(places.workflowDataDirectory === null ? {} : { WORKFLOW_DATA_DIRECTORY: places.workflowDataDirectory }),
    ...(environment.language === "python" && environment.directory ? pythonVariables(environment.directory) : {}),
  };
}

function pythonVariables(directory: string): Record<string, string> {
  return {
    VIRTUAL_ENV: path.join(directory, "venv"),
    PYTHONUTF8: "1",
    // A tool's folder is not written to by running it.
    PYTHONDONTWRITEBYTECODE: "1",
  };
}
