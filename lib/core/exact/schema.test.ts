import { expect, test } from "vitest";
import { numberIn, parseExact, printExact, toBigInts } from "./schema.ts";

const TEXT = '{"a":9007199254740993,"b":[-18446744073709551616,1.5,9007199254740991,1e21],"__proto__":{"c":1}}';

test("whole numbers beyond 2^53 keep their digits, on the server and in a component; all else is as it ever was", () => {
  const read = parseExact(TEXT) as { a: unknown };
  expect(JSON.stringify(read)).toBe(TEXT.replace("1e21", "1e+21"));
  const given = toBigInts(read);
  expect(given).toMatchObject({ a: 9007199254740993n, b: [-18446744073709551616n, 1.5, 9007199254740991, 1e21] });
  expect(printExact(given)).toBe(JSON.stringify(read));
  expect(structuredClone(given)).toEqual(given);
});

test("numbers of all kinds are comparable", () => {
  const { a } = parseExact(TEXT) as { a: unknown };
  expect(numberIn(a)).toBe(9007199254740993n);
  expect(numberIn(2)).toBe(2);
  expect(numberIn("2")).toBeNull();
  expect(numberIn({ rawJSON: "3" })).toBeNull();
});
