import { expect, test } from "vitest";
import { makeReach } from "../confined/test-reach.ts";
import { type JsonDescription, type JsonRequest, readJson } from "./read-json.ts";

const DEFAULTS = { path: "a.json", pointer: "", depth: 3, first_item: 0, items: 10 };

async function read(content: string, request: Partial<JsonRequest> = {}): Promise<JsonDescription> {
  const { reach } = await makeReach({ data: { [request.path ?? "a.json"]: content } });
  return await readJson(reach, { ...DEFAULTS, ...request });
}

test("describes a list and the keys of its objects", async () => {
  expect(await read('[{"이름":"가"},{"값":1}]')).toEqual({
    file: "a.json",
    place: "data",
    format: "json",
    pointer: "",
    type: "list",
    length: 2,
    item_keys: ["이름", "값"],
    value: [{ 이름: "가" }, { 값: 1 }],
  });
});

test("selects by pointer, escaped keys and every item included", async () => {
  const text = '{"a/b":[{"x":1},{"y":2}],"":3,"*":4}';
  expect((await read(text, { pointer: "/a~1b/0/x" })).value).toBe(1);
  expect((await read(text, { pointer: "a~1b/*/x" })).value).toEqual([1, null]);
  expect((await read(text, { pointer: "/" })).value).toBe(3);
  expect((await read(text, { pointer: "/*" })).value).toBe(4);
  expect((await read('{"값":1}', { pointer: "/값".normalize("NFD") })).value).toBe(1);
});

test.each([
  ["/b", 'At the top there is no key "b"; the keys are "a".'],
  ["/a/7", 'At "/a" there is a list of 1 items and no "7"; give an index from 0, or "*" for every item.'],
  ["/a/length", 'At "/a" there is a list of 1 items and no "length"; give an index from 0, or "*" for every item.'],
  ["/a/*/y", 'At "/a/*" there is no key "y"; the keys are "x".'],
  ["/a/0/x/z", 'At "/a/0/x" there is a single value, which has no parts; shorten the pointer.'],
])("explains the pointer %s", async (pointer, message) => {
  await expect(read('{"a":[{"x":12345678901234567890}]}', { pointer })).rejects.toThrow(message);
});

test("says how much a shortened view leaves out", async () => {
  const { value } = await read('{"list":[1,2,3,4],"deep":{"er":{"est":1}}}', { items: 2, depth: 2 });
  expect(value).toEqual({ list: [1, 2, "… 2 more items"], deep: { er: "{… 1 keys}" } });
  expect((await read("[1,2,3,4]", { first_item: 3 })).value).toEqual([4]);
  expect((await read(JSON.stringify("x".repeat(600)))).value).toBe(`${"x".repeat(500)}… (600 characters)`);
});

test("keeps numbers as they are written", async () => {
  expect(JSON.stringify(await read("[12345678901234567890, 1.10, 1e400, 0.5]"))).toContain(
    '"value":[12345678901234567890,1.10,1e400,0.5]',
  );
});

test("reads JSON Lines by name or by shape", async () => {
  expect(await read('{"a":1}\n\n{"a":2}\n', { path: "a.jsonl" })).toMatchObject({ format: "json-lines", length: 2 });
  expect(await read('{"a":1}\r\n{"a":2}\r\n')).toMatchObject({ format: "json-lines", length: 2 });
  await expect(read('{"a":1}\n{"a":\n', { path: "a.jsonl" })).rejects.toThrow(
    'Line 2 of "a.jsonl" cannot be parsed as JSON',
  );
});

test("explains what is not JSON, empty, or nested without end", async () => {
  await expect(read("{'a': 1}")).rejects.toThrow('"a.json" cannot be parsed as JSON');
  await expect(read("")).rejects.toThrow('"a.json" cannot be parsed as JSON');
  await expect(read(`${"[".repeat(200_000)}${"]".repeat(200_000)}`)).rejects.toThrow(
    '"a.json" is nested too deeply to be read.',
  );
});

test("keeps a key that means something to JavaScript", async () => {
  expect(JSON.stringify((await read('{"__proto__":{"a":1},"constructor":2}')).value)).toBe(
    '{"__proto__":{"a":1},"constructor":2}',
  );
});
