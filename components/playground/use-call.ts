"use client";

import { useRouter } from "next/navigation";
import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import type { RunSnapshot } from "#components/run/run-store.ts";
import { useRun } from "#components/run/use-run.ts";
import { takeRunRequest } from "#components/tools/run-request.ts";
import { useShortcut } from "#components/ui/use-shortcut.ts";
import type { ToolDetail } from "#lib/registry/schema.ts";
import type { RunSummary } from "#lib/runs/schema.ts";
import { setInAddress } from "./address.ts";
import type { CallOrigin } from "./origin.ts";
import { useParameters } from "./use-parameters.ts";

export type Call = {
  parameters: ReturnType<typeof useParameters>;
  run: RunSnapshot;
  state: "ready" | "running" | "stopping";
  /** Where the page shows what comes of the run. */
  results: RefObject<HTMLElement | null>;
  start: () => Promise<void>;
  stop: () => Promise<void>;
  /** Takes up an earlier run: its parameters, and what came of it. */
  refill: (past: RunSummary) => void;
};

type Options = {
  history: readonly RunSummary[];
  openRunId: string | null;
  active: boolean;
  origin: CallOrigin | null;
  /** Whether the version is kept to that the call of the session was made with. */
  pinned: "pinned" | "current";
};

/** A tool's call as the playground has it: what is filled in, the run that is shown, and the keys for both. */
export function useCall(tool: ToolDetail, { history, openRunId, active, origin, pinned }: Options): Call {
  const router = useRouter();
  const { run, start, follow, cancel } = useRun();
  const results = useRef<HTMLElement>(null);
  const parameters = useParameters(tool, {
    opened: history.find((past) => past.id === openRunId),
    called: origin?.call,
  });
  const isRunning = run.connection === "starting" || run.connection === "live" || run.connection === "lost";

  async function startRun() {
    if (isRunning) return;
    if (parameters.reason) return parameters.attempt();
    const version = pinned === "pinned" ? { versionId: tool.versionId } : {};
    await start({
      toolId: tool.id,
      ...version,
      toolParameters: parameters.tool.form.text,
      ...parameters.userForCall(),
    });
    router.refresh();
  }

  function refill(past: RunSummary) {
    parameters.refill(past);
    void follow(past.id);
  }

  useOnce(() => {
    if (openRunId) void follow(openRunId).then(router.refresh);
    else if (takeRunRequest(tool.name)) void startRun();
  });
  useEffect(() => {
    if (run.runId === null) return;
    // A reload shows it whole.
    setInAddress("run", run.runId);
    // Where the parts stand one above the other, it may be far from the form, and from the history.
    results.current?.scrollIntoView({ block: "start" });
  }, [run.runId]);
  useShortcut("mod+Enter", () => active && void startRun());
  useShortcut("Escape", () => active && isRunning && void cancel());

  const state = isRunning ? (run.stopping === "asked" ? "stopping" : "running") : "ready";
  return { parameters, run, state, results, start: startRun, stop: cancel, refill };
}

/** Runs once when the page opens, also where React mounts twice to find faults. */
function useOnce(work: () => void) {
  const done = useRef(false);
  const begin = useEffectEvent(work);
  useEffect(() => {
    if (done.current) return;
    done.current = true;
    begin();
  }, []);
}
