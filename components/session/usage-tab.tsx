"use client";

import { useFormatter, useTranslations } from "next-intl";
import { type ReactNode, useMemo } from "react";
import { ScrollArea } from "#components/run/scroll-area.tsx";
import { useDuration } from "#components/ui/duration.tsx";
import type { SessionState } from "#lib/agents/schema.ts";
import type { Transcript } from "#lib/runs/transcript.ts";
import { useCost } from "./cost.ts";
import { sumUsage, type UsageSum } from "./usage-sums.ts";

type Props = { transcript: Transcript; by: SessionState["model"]["by"] };

/** What the session used: as a whole, by agent, by tool and by answer. What is not known is said, and is not zero. */
export function UsageTab({ transcript, by }: Props) {
  const t = useTranslations("session.usage");
  const format = useFormatter();
  const duration = useDuration();
  const cost = useCost();
  const usage = useMemo(() => sumUsage(transcript), [transcript]);
  const { total } = usage;
  if (total.turns === 0) return <p className="px-4 py-3 text-ink-3">{t("none")}</p>;
  return (
    <ScrollArea label={t("label")} className="pb-4">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 px-4 py-3">
        <Figure name={t("cost")}>
          <Cost sum={total} />
        </Figure>
        <Figure name={t("answers")}>{format.number(total.turns)}</Figure>
        <Figure name={t("input")} note={total.cached > 0 ? t("cached", { count: total.cached }) : null}>
          {format.number(total.input)}
        </Figure>
        <Figure name={t("output")} note={total.reasoning > 0 ? t("reasoning", { count: total.reasoning }) : null}>
          {format.number(total.output)}
        </Figure>
      </dl>
      {by === "server" ? null : <p className="px-4 pb-2 text-12 text-ink-2">{t(`free.${by}`)}</p>}
      <Table title={t("byAgent")} heads={[t("agent"), t("tokens"), t("cost")]}>
        {usage.agents.map(({ name, sum }) => (
          <UsageRow key={name} name={name} sum={sum} />
        ))}
      </Table>
      {usage.tools.length > 0 ? (
        <Table title={t("byTool")} heads={[t("tool"), t("calls"), t("time")]}>
          {usage.tools.map(({ name, calls, failed, ms }) => (
            <tr key={name}>
              <Name>{name}</Name>
              <td className={CELL}>
                {format.number(calls)}
                {failed > 0 ? <span className="text-danger-text"> · {t("failed", { count: failed })}</span> : null}
              </td>
              <td className={CELL}>{duration(ms)}</td>
            </tr>
          ))}
        </Table>
      ) : null}
      {usage.hosted.length > 0 ? (
        <Table title={t("byHosted")} heads={[t("tool"), t("uses"), t("cost")]}>
          {usage.hosted.map(({ type, uses, cost: dollars }) => (
            <tr key={type}>
              <Name>{type}</Name>
              <td className={CELL}>{format.number(uses)}</td>
              <td className={CELL}>{cost(dollars)}</td>
            </tr>
          ))}
        </Table>
      ) : null}
      <Table title={t("byAnswer")} heads={[t("model"), t("tokens"), t("cost")]}>
        {usage.turns.map(({ key, model, ms, sum }, index) => (
          <UsageRow
            key={key}
            name={`${format.number(index + 1)}. ${model ?? ""}${ms === null ? "" : ` · ${duration(ms)}`}`}
            sum={sum}
          />
        ))}
      </Table>
    </ScrollArea>
  );
}

const CELL = "h-7 px-1 text-right whitespace-nowrap last:pr-4";

function Figure({ name, note, children }: { name: string; note?: string | null; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-12 text-ink-3">{name}</dt>
      <dd className="text-16 font-semibold">{children}</dd>
      {note ? <dd className="text-12 text-ink-3">{note}</dd> : null}
    </div>
  );
}

function Table({ title, heads, children }: { title: string; heads: string[]; children: ReactNode }) {
  return (
    <section className="border-t border-line pt-2 pb-1">
      <h2 className="px-4 font-semibold">{title}</h2>
      <table className="w-full table-fixed">
        <thead>
          <tr>
            {heads.map((head, at) => (
              <th
                key={head}
                scope="col"
                className={
                  at === 0
                    ? "h-6 w-1/2 pl-4 text-left text-12 font-normal text-ink-3"
                    : "h-6 px-1 text-right text-12 font-normal text-ink-3 last:pr-4"
                }
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

function UsageRow({ name, sum }: { name: string; sum: UsageSum }) {
  const format = useFormatter();
  return (
    <tr>
      <Name>{name}</Name>
      <td className={CELL}>
        {sum.input + sum.output === 0 ? "–" : `${format.number(sum.input)} → ${format.number(sum.output)}`}
      </td>
      <td className={CELL}>
        <Cost sum={sum} />
      </td>
    </tr>
  );
}

function Name({ children }: { children: string }) {
  return (
    <th scope="row" title={children} className="h-7 truncate pr-2 pl-4 text-left font-normal">
      {children}
    </th>
  );
}

/** An amount that leaves something out says so. */
function Cost({ sum }: { sum: UsageSum }) {
  const t = useTranslations("session.usage");
  const cost = useCost();
  const unknown = sum.unpriced + sum.uncounted;
  if (unknown === 0) return cost(sum.cost);
  if (unknown >= sum.turns) return <span title={t("unknownHint")}>{cost(null)}</span>;
  return <span title={t("partHint", { count: unknown })}>{t("atLeast", { cost: cost(sum.cost) })}</span>;
}
