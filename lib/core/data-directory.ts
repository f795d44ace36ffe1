import "server-only";
import path from "node:path";
import { env } from "./env.ts";

/** Where everything on disk lies; absolute paths, none of them made here. */
export const dataDirectory = {
  /** Read-only for tools: `WORKFLOW_DATA_DIRECTORY` of every call of the team. */
  teamData: (teamId: string) => path.join(env().data, "teams", teamId, "data"),
  /** A version's workspace; the tool's folder is `tools/<name>` in it, since older tools walk up from their file. */
  version: (teamId: string, versionId: string) => path.join(env().data, "teams", teamId, "versions", versionId),
  /** The artifact directory of a call by hand (its run) or of a session. */
  artifacts: (teamId: string, id: string) => path.join(env().data, "teams", teamId, "runs", id),
  builtinTools: () => path.join(env().root, "tools"),
  /** The real data set that the catalogue's examples use; every team's data folder begins with it. */
  builtinData: () => path.join(env().root, "tools", "data"),
};
