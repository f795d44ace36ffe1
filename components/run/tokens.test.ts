import { countTokens as countWhole } from "gpt-tokenizer/encoding/o200k_base";
import { expect, it } from "vitest";
import { countTokens } from "./tokens.ts";

const never = new AbortController().signal;

it.each([
  "",
  "Hello, world!",
  '{"rows": 13, "text": "무선 헤드폰 H2"}',
  "The quick brown fox. ".repeat(1_000),
  "안녕하세요 반갑습니다 ".repeat(600),
  "long text ".repeat(900),
])("counts what the whole text has: %.30s", async (text) => {
  expect(await countTokens(text, never)).toEqual({ tokens: countWhole(text), precision: "exact" });
});

it("takes the name of a special token for plain text", async () => {
  expect((await countTokens("<|endoftext|>", never))?.tokens).toBeGreaterThan(1);
});

it("counts a megabyte without a break, and says that the number is about right", async () => {
  const counted = await countTokens("a".repeat(1_000_000), never);
  expect(counted).toMatchObject({ precision: "about" });
  expect(counted?.tokens).toBeGreaterThan(100_000);
});

it("stops counting when nobody waits for it", async () => {
  expect(await countTokens("x", AbortSignal.abort())).toBeNull();
});
