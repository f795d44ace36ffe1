"use client";
import { useEffect, useState } from "react";
import type { AgentActions, DescribedAgent } from "./actions.ts";

/** What the models of a file's agents are told of handoffs and of agents to ask, in the file's order; empty until it is known. */
export function useDescribed(text: string, describe: AgentActions["describe"]): readonly DescribedAgent[] {
  const [described, setDescribed] = useState<readonly DescribedAgent[]>([]);
  useEffect(() => {
    let isHere = true;
    const whenIdle = setTimeout(async () => {
      const answer = await describe({ text }).catch(() => null);
      // A file that is not right yet keeps what was known of it.
      if (isHere && answer?.ok) setDescribed(answer.value);
    }, IDLE_MS);
    return () => {
      isHere = false;
      clearTimeout(whenIdle);
    };
  }, [text, describe]);
  return described;
}

const IDLE_MS = 400;
