import { expect, test } from "vitest";
import { makeReach } from "../confined/test-reach.ts";
import { type CsvDescription, type CsvRequest, readCsv } from "./read-csv.ts";

const DEFAULTS = { path: "a.csv", first_row: 1, rows: 10, has_header: true };

async function read(content: string | Uint8Array, request: Partial<CsvRequest> = {}): Promise<CsvDescription> {
  const { reach } = await makeReach({ artifacts: { "a.csv": content } });
  return await readCsv(reach, { ...DEFAULTS, ...request });
}

test("describes rows, columns and types, and keeps cells word for word", async () => {
  expect(await read("name,born,height,phone\n김민준,2001-02-03,1.80,01012345678\nAda,,1,0212345678\n")).toEqual({
    file: "a.csv",
    place: "artifacts",
    encoding: "utf-8",
    delimiter: ",",
    rows: 2,
    columns: [
      { name: "name", type: "text", empty: 0 },
      { name: "born", type: "date", empty: 1 },
      { name: "height", type: "number", empty: 0 },
      { name: "phone", type: "text", empty: 0 },
    ],
    first_row: 1,
    head: [
      { name: "김민준", born: "2001-02-03", height: "1.80", phone: "01012345678" },
      { name: "Ada", born: "", height: "1", phone: "0212345678" },
    ],
  });
});

test("reads quotes, line breaks in cells, a byte order mark and Windows line ends", async () => {
  const { head, rows } = await read('\ufeffa;b\r\n"x;""y""\r\nz";2\r\n\r\nit\'s 5" long;3\r\n');
  expect(rows).toBe(2);
  expect(head).toEqual([
    { a: 'x;"y"\r\nz', b: "2" },
    { a: "it's 5\" long", b: "3" },
  ]);
});

test("reads CP949 without being told", async () => {
  const { encoding, head } = await read(Buffer.from("c0ccb8a72cb5b5bdc30ab1e8b9cec1d82cbacebbea0a", "hex"));
  expect({ encoding, head }).toEqual({ encoding: "cp949", head: [{ 이름: "김민준", 도시: "부산" }] });
});

test("shows only the columns and rows that were asked for", async () => {
  const { head, rows, columns } = await read("a,b,c\n1,2,3\n4,5,6\n7,8,9\n", {
    columns: ["c", "a"],
    first_row: 2,
    rows: 1,
  });
  expect(rows).toBe(3);
  expect(columns.map(({ name }) => name)).toEqual(["c", "a"]);
  expect(head).toEqual([{ c: "6", a: "4" }]);
});

test("finds a decomposed column name and says which columns there are", async () => {
  expect((await read("값\n1\n", { columns: ["값".normalize("NFD")] })).head).toEqual([{ 값: "1" }]);
  await expect(read("a,b\n1,2\n", { columns: ["c"] })).rejects.toThrow(
    'There is no column "c"; the columns are "a", "b".',
  );
});

test("names columns without a name or with one that is taken", async () => {
  expect((await read("a,a,,a\n1,2,3,4\n")).columns.map(({ name }) => name)).toEqual(["a", "a_2", "column_3", "a_3"]);
  const { columns, rows } = await read("1,2\n3,4\n", { has_header: false });
  expect(columns.map(({ name }) => name)).toEqual(["column_1", "column_2"]);
  expect(rows).toBe(2);
});

test("counts rows of another length instead of failing", async () => {
  const { uneven_rows, head } = await read("a,b\n1\n1,2,3\n1,2\n");
  expect(uneven_rows).toBe(2);
  expect(head[0]).toEqual({ a: "1", b: "" });
});

test("explains a quotation mark that never closes, and an endless row", async () => {
  await expect(read('a,b\n1,2\n3,"open\n4,5\n')).rejects.toThrow('"a.csv" cannot be read after row 1');
  await expect(read(`a\n"${"x".repeat(2_000_000)}`)).rejects.toThrow("cannot be read after row 0");
});

test("an empty file has no columns, and a long cell is cut", async () => {
  expect(await read("")).toMatchObject({ rows: 0, columns: [], head: [] });
  expect((await read(`a\n${"가".repeat(1000)}\n`)).head[0]?.a).toBe(`${"가".repeat(300)}… (1000 characters)`);
});
