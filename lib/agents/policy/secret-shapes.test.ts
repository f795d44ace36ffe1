import fc from "fast-check";
import { expect, test } from "vitest";
import { findSecretShape } from "./secret-shapes.ts";

const random = (length: number) => "aB3dEfGh1JkLmN0pQrStUvWxYz24".repeat(10).slice(0, length);
// Put together here, so that nobody who looks for keys finds these.
const KEYS: [string, string][] = [
  [`sk-proj-${random(48)}`, "OpenAI"],
  [`sk-${random(48)}`, "OpenAI"],
  [`ghp_${random(36)}`, "GitHub"],
  [`github_pat_${random(60)}`, "GitHub"],
  [`glpat-${random(20)}`, "GitLab"],
  [`AKIA${"IOSFODNN7EXAMPLE"}`, "AWS"],
  [`xoxb-${"123456789012-abcdefABCDEF"}`, "Slack"],
  [`AIza${random(35)}`, "Google"],
  [`sk_live_${random(24)}`, "Stripe"],
  [`npm_${random(36)}`, "npm"],
  [
    `${Buffer.from('{"alg":"HS256","typ":"JWT"}').toString("base64url")}.${Buffer.from('{"sub":"1"}').toString("base64url")}.${random(43)}`,
    "JWT",
  ],
  [`-----BEGIN ${"RSA PRIVATE KEY"}-----\nMIIE`, "private key"],
  [`-----BEGIN ${"PRIVATE KEY"}-----`, "private key"],
];

test.each(KEYS)("%s is one", (key, name) => {
  for (const text of [key, `Authorization: Bearer ${key}`, `{"key":"${key}"}`, `KEY=${key}.`, `키는 ${key}입니다`])
    expect(findSecretShape(text), text).toContain(name);
});

test.each([
  "sk-loading-indicator-that-is-quite-small",
  "ghp_short",
  "AKIA is a prefix",
  "eyJust.some.words-that-are-long-enough",
  "3f2b8c1e-9f65-4c1b-8a6e-2f6f1c0b9d3a",
  "-----BEGIN PUBLIC KEY-----",
  "sha512-4Qm3zY0bC6T1E8w9rXkqv7p2JmN5dLhGfS0aBcDeFgHiJkLmNoPqRsTuVwXyZ==",
  "xoxb-lowercase-words-only",
])("%s is none", (text) => {
  expect(findSecretShape(text)).toBeNull();
});

test("it is found wherever it stands", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.constantFrom(...KEYS), (before, after, [key]) => {
      expect(findSecretShape(`${before}\n${key}\n${after}`)).not.toBeNull();
    }),
  );
});
