"use client";
import { useRef, useState } from "react";
import { type Creation, type CreationOutcome, sendCreation } from "./create-request.ts";

export type CreationState =
  | { at: "editing" }
  | { at: "sending"; share: number }
  | { at: "refused"; code: string; message: string | null }
  | { at: "partly"; outcome: Extract<CreationOutcome, { ok: true }> };

/** Sends one creation at a time. `onCreated` hears the name when exactly one tool came of it and nothing was left out. */
export function useCreation(onCreated: (name: string) => void): {
  state: CreationState;
  send: (creation: Creation) => Promise<void>;
  cancel: () => void;
} {
  const [state, setState] = useState<CreationState>({ at: "editing" });
  const running = useRef<AbortController>(null);
  const send = async (creation: Creation) => {
    const controller = new AbortController();
    running.current = controller;
    setState({ at: "sending", share: 0 });
    const onProgress = (share: number) => setState({ at: "sending", share });
    const outcome = await sendCreation(creation, { onProgress, signal: controller.signal });
    const [first] = outcome.ok ? outcome.tools : [];
    if (!outcome.ok) setState(outcome.code === "cancelled" ? { at: "editing" } : { at: "refused", ...outcome });
    else if (first && outcome.tools.length === 1 && outcome.problems.length === 0) onCreated(first.name);
    else setState({ at: "partly", outcome });
  };
  return { state, send, cancel: () => running.current?.abort() };
}
