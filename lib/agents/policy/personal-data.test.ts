import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findPersonalData, PERSONAL_KINDS } from "./personal-data.ts";
import type { PersonalKind } from "./schema.ts";

const find = (text: string, kinds: PersonalKind[] = PERSONAL_KINDS) => findPersonalData(text, kinds);

const HELD: [PersonalKind, string[]][] = [
  ["email", ["jane.doe+news@mail.example.co.kr", "홍길동@example.com", "mailto:a@b.org", "<me@home.example.org>."]],
  ["phone", ["+1 415 555 2671", "(415) 555-2671", "+44 20 7946 0018", "+821012345678"]],
  [
    "koreanPhone",
    [
      "010-1234-5678",
      "01012345678",
      "+82 10-1234-5678",
      "02-312-3456",
      "031-234-5678",
      "Tel.010-1234-5678로",
      "０１０－１２３４－５６７８",
    ],
  ],
  ["koreanResident", ["900101-1234568", "9001011234568", "주민번호 900101-1234568입니다", "250101-3000000"]],
  ["creditCard", ["4111 1111 1111 1111", "4111111111111111", "3782-822463-10005"]],
  ["iban", ["DE89 3704 0044 0532 0130 00", "GB82WEST12345698765432", "DE89 3704 0044 0532 0130 00 IS MINE"]],
  ["usSocialSecurity", ["219-09-9999", "SSN: 457 55 5462."]],
];

test.each(HELD)("%s", (kind, texts) => {
  for (const text of texts) expect(find(`It is ${text}`, [kind]), text).toBe(kind);
});

test.each([
  "Order 2026-0930-12345678, item 7001017000, 3 of 12",
  "f81d4fae-7dec-11d0-a765-00a0c91e6bf6 and 01012345-6789-1234-5678-123456789012",
  "1764532800000 1764532800000000 1764532800000000000 1700000000",
  "2026-11-30T20:32:17.123456+09:00",
  "logo@2x.png git@github.com:openai/openai-node.git @types/node a@b user@localhost",
  "900132-1234567 991301-1234567 900101-1234567",
  "4111 1111 1111 1112 and 1234567890123456",
  "DE89 3704 0044 0532 0130 01",
  "000-12-3456 666-12-3456 123-00-4567 987-65-4321",
  "192.168.10.1234 and 1.010-1234-5678",
  "version 10.1234.5678, 0x0101234567, call_01012345678abc",
  "Tracking 1Z999AA10123456784, ISBN 978-3-16-148410-0, EAN 4006381333931",
])("%s holds none", (text) => {
  expect(find(text)).toBeNull();
});

describe("a resident's number", () => {
  test("needs its check digit where numbers of that day have one, unless a hyphen tells what it is and none is due", () => {
    expect(find("900101-1234568", ["koreanResident"])).not.toBeNull();
    expect(find("900101-1234567", ["koreanResident"])).toBeNull();
    expect(find("201001-3123456", ["koreanResident"])).not.toBeNull();
    expect(find("2010013123456", ["koreanResident"])).toBeNull();
  });

  test("is told from times in milliseconds", () => {
    const hits = Array.from({ length: 20_000 }, (_, at) => String(1_764_532_800_000 + at * 86_400_007)).filter((time) =>
      find(time, ["koreanResident"]),
    );
    expect(hits.length).toBeLessThan(40);
  });
});

test("numbers of identifiers are nobody's", () => {
  const about = fc.property(fc.uuid(), (id) => {
    expect(find(`id ${id}, trace ${id.replaceAll("-", "")}`)).toBeNull();
  });
  fc.assert(about, { numRuns: 2000 });
});

test("long texts take no long time", () => {
  const nothing = [
    "+1 ".repeat(50_000),
    "1".repeat(150_000),
    "a".repeat(150_000),
    "a@".repeat(70_000),
    "0 ".repeat(70_000),
  ];
  for (const text of nothing) expect(find(text)).toBeNull();
});
