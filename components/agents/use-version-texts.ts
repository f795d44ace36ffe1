"use client";
import { useEffect, useEffectEvent, useState } from "react";
import type { AgentActions } from "./actions.ts";

/** The text of a published version, why it cannot be had, or null while it comes. */
export type VersionText = { text: string } | { problem: string } | null;

/** The files of published versions by their numbers, each asked for once: they never change. */
export function useVersionTexts(
  agentId: string,
  numbers: readonly number[],
  readVersion: AgentActions["readVersion"],
): (number: number) => VersionText {
  const [texts, setTexts] = useState<ReadonlyMap<number, VersionText>>(new Map());
  const read = useEffectEvent(async (number: number) => {
    const answer = await readVersion({ agentId, number });
    const text = answer.ok ? { text: answer.value } : { problem: answer.error.message };
    setTexts((known) => new Map(known).set(number, text));
  });
  const wanted = numbers.join(" ");
  useEffect(() => {
    for (const number of wanted.split(" ")) if (number !== "") void read(Number(number));
  }, [wanted]);
  return (number) => texts.get(number) ?? null;
}
