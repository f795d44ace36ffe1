"use client";

import { useTranslations } from "next-intl";
import { useState, useSyncExternalStore } from "react";
import { stripAnsi } from "./log/ansi.ts";
import type { LogLines } from "./log/lines.ts";
import type { RunState } from "./run-state.ts";

const EVERY_MS = 4_000;
const LONGEST = 200;

/** Says to those who listen how the run stands and, now and then, the newest line of its log; never a flood. */
export function Announcer({ state, log }: { state: RunState; log: LogLines }) {
  const t = useTranslations("run.announce");
  const moment = useSyncExternalStore(everyFewSeconds, currentMoment, () => 0);
  return (
    <>
      <p role="status" className="sr-only">
        {state === "idle" ? "" : t(state)}
      </p>
      <p role="log" className="sr-only">
        {state === "running" ? <Newest key={moment} log={log} /> : null}
      </p>
    </>
  );
}

/** Stays what it was when it appeared, however fast the log goes on. */
function Newest({ log }: { log: LogLines }) {
  const [text] = useState(() => stripAnsi(log.at(log.count - 1)?.text ?? "").slice(0, LONGEST));
  return text;
}

function everyFewSeconds(tick: () => void): () => void {
  const timer = setInterval(tick, EVERY_MS);
  return () => clearInterval(timer);
}

function currentMoment(): number {
  return Math.floor(Date.now() / EVERY_MS);
}
