import type * as Monaco from "monaco-editor";
import { followTheme } from "./monaco-theme.ts";

export type MonacoApi = typeof Monaco;

/** Loads the editor once per page, from the studio's own bundle, with its workers; null where there are no workers. */
export function loadMonaco(): Promise<MonacoApi> | null {
  if (typeof Worker === "undefined") return null;
  loading ??= start();
  return loading;
}

/** The address of the model for a path; two files never share one. */
export function modelUri(monaco: MonacoApi, path: string) {
  return monaco.Uri.from({ scheme: "toolroom", path: `/${path}` });
}

/** Completion and errors from a JSON Schema for the model at `path`; the returned act takes them away. */
export function attachSchema(monaco: MonacoApi, { path, schema }: { path: string; schema: unknown }): () => void {
  const match = modelUri(monaco, path).toString();
  schemas.set(match, schema);
  publishSchemas(monaco);
  return () => {
    schemas.delete(match);
    publishSchemas(monaco);
  };
}

let loading: Promise<MonacoApi> | null = null;
const schemas = new Map<string, unknown>();

async function start(): Promise<MonacoApi> {
  self.MonacoEnvironment = { getWorker: (_, label) => createWorker(label) };
  const monaco = await import("monaco-editor");
  const run = monaco.KeyMod.CtrlCmd | monaco.KeyCode.Enter;
  monaco.editor.addKeybindingRules([{ keybinding: run, command: "-editor.action.insertLineAfter" }]);
  // A tool's own packages are not in the browser: what the editor said of its imports would be wrong.
  monaco.typescript.typescriptDefaults.setDiagnosticsOptions({ noSemanticValidation: true });
  followTheme(monaco);
  return monaco;
}

/** The addresses stay literal, so that the bundler finds the workers and serves them from this origin. */
function createWorker(label: string): Worker {
  switch (label) {
    case "json":
      return new Worker(new URL("monaco-editor/language/json/json.worker.js", import.meta.url), { type: "module" });
    case "typescript":
    case "javascript":
      return new Worker(new URL("monaco-editor/language/typescript/ts.worker.js", import.meta.url), { type: "module" });
    default:
      return new Worker(new URL("monaco-editor/editor/editor.worker.js", import.meta.url), { type: "module" });
  }
}

function publishSchemas(monaco: MonacoApi) {
  monaco.json.jsonDefaults.setDiagnosticsOptions({
    validate: true,
    allowComments: false,
    enableSchemaRequest: false,
    schemaRequest: "ignore",
    schemaValidation: "error",
    schemas: [...schemas].map(([match, schema]) => ({ uri: `${match}#schema`, fileMatch: [match], schema })),
  });
}
