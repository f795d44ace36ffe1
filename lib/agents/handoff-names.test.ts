import { expect, test } from "vitest";
import { handoffNames } from "./handoff-names.ts";

const FITS = /^[a-zA-Z0-9_-]{1,64}$/;

test("is transfer_to_ and the name in lower case", () => {
  expect([...handoffNames(["Billing desk", "coder"]).values()]).toEqual([
    "transfer_to_billing_desk",
    "transfer_to_coder",
  ]);
});

test("is different for different agents, whatever they are called, and the same each time", () => {
  const agents = [
    "고객 문의 검색",
    "고객 문의 검색 ",
    "환불 담당",
    "🙂",
    "🙃",
    "Billing desk",
    "billing-desk",
    "Billing_Desk",
    `${"very long name ".repeat(6)}one`,
    `${"very long name ".repeat(6)}two`,
    "日本語",
    "---",
  ];
  const names = handoffNames(agents);
  expect(new Set(names.values()).size).toBe(agents.length);
  for (const name of names.values()) expect(name).toMatch(FITS);
  expect(handoffNames([...agents].reverse())).toEqual(new Map([...names].reverse()));
  expect(names.get("환불 담당")).toMatch(/^transfer_to_hwanbul/);
});
