"use client";
import { useFormatter, useNow, useTranslations } from "next-intl";
import { cn } from "./class-names.ts";

/** How long ago something was, with the exact time on hover; `at` is ISO 8601. It moves on by itself. */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  const t = useTranslations("common.ago");
  const format = useFormatter();
  const age = ageOf(new Date(at), useNow({ updateInterval: 30_000 }));
  return (
    <time
      dateTime={at}
      title={format.dateTime(new Date(at), { dateStyle: "full", timeStyle: "medium" })}
      className={cn("whitespace-nowrap", className)}
    >
      {age.in === "date" ? format.dateTime(new Date(at), { dateStyle: "medium" }) : t(age.in, { count: age.count })}
    </time>
  );
}

type Age = { in: "now" | "minutes" | "hours" | "yesterday" | "days" | "date"; count: number };

/** The age in the unit a person would choose; a clock that runs ahead counts as now, and beyond 60 days the date says more. */
export function ageOf(at: Date, now: Date): Age {
  const minutes = Math.floor((now.getTime() - at.getTime()) / 60_000);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (minutes < 1) return { in: "now", count: 0 };
  if (hours < 1) return { in: "minutes", count: minutes };
  if (days < 1) return { in: "hours", count: hours };
  if (days === 1) return { in: "yesterday", count: 1 };
  return days <= 60 ? { in: "days", count: days } : { in: "date", count: days };
}
