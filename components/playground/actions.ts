import type { Outcome } from "#lib/auth/guard.ts";
import type { ConfigurationSummary } from "#lib/registry/schema.ts";

type ConfigurationChange = {
  toolId: string;
  configurationId?: string | undefined;
  name: string;
  /** JSON text; an absent secret keeps what is stored. */
  values: string;
  /** JSON pointers of the stored secrets to remove. */
  cleared: string[];
};

/** What a tool's page can ask the server to do. */
export type ToolActions = {
  saveConfiguration: (input: ConfigurationChange) => Promise<Outcome<ConfigurationSummary>>;
  deleteConfiguration: (input: { configurationId: string }) => Promise<Outcome<void>>;
  saveTool: (input: {
    toolId: string;
    base: string;
    changes: { path: string; text: string | null }[];
  }) => Promise<Outcome<{ versionNumber: number }>>;
  fixFinding: (input: {
    toolId: string;
    base: string;
    code: string;
    path: string;
  }) => Promise<Outcome<{ versionNumber: number }>>;
  /** Goes on with a fork of a session in which a call has the result of a run made here. */
  sendBack: (input: {
    call: { runId: string; turn: number; index: number };
    resultRunId: string;
  }) => Promise<Outcome<{ sessionId: string }>>;
  duplicateTool: (input: { toolId: string }) => Promise<Outcome<{ name: string }>>;
  deleteTool: (input: { toolId: string }) => Promise<Outcome<void>>;
};
