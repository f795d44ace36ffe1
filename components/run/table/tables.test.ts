import { describe, expect, it } from "vitest";
import { parseJson } from "../json/json-node.ts";
import { readCsv } from "./csv-table.ts";
import { findTable } from "./json-table.ts";
import type { Table } from "./table.ts";

function texts(table: Table | undefined): string[][] {
  if (!table) return [];
  const row = (index: number) => table.columns.map((_, column) => table.cell(index, column).text);
  return [table.columns.map(({ name }) => name), ...Array.from({ length: table.rowCount }, (_, index) => row(index))];
}

function find(text: string) {
  const node = parseJson(text);
  return node && findTable(node);
}

describe("findTable", () => {
  it("makes rows of objects, with a column for every name in the order of its first use", () => {
    const found = find('[{"a":1,"b":"x"},{"b":null,"c":{"d":[1]}}]');
    expect(texts(found?.table)).toEqual([
      ["a", "b", "c"],
      ["1", "x", ""],
      ["", "null", '{"d": [1]}'],
    ]);
    expect(found?.table.cell(1, 0).kind).toBe("missing");
    expect(found?.table.cell(1, 1).kind).toBe("literal");
  });

  it("takes the rows of a summary, named by its columns", () => {
    const found = find('{"rows":13,"columns":["order","amount"],"head":[["A-1",12345678901234567890],["A-2",2]]}');
    expect(found?.member).toBe("head");
    expect(texts(found?.table)).toEqual([
      ["order", "amount"],
      ["A-1", "12345678901234567890"],
      ["A-2", "2"],
    ]);
    expect(found?.table.columns.map(({ align }) => align)).toEqual(["left", "right"]);
  });

  it("prefers rows to the descriptions of their columns", () => {
    expect(find('{"rows":2,"columns":[{"name":"a","type":"INT"}],"top":[{"a":1},{"a":2}]}')?.member).toBe("top");
  });

  it.each(["[]", "[1,2]", '{"a":1}', '"text"', '[{"a":1},2]', "[[],[]]", "[{}]", '{"columns":["a"]}'])(
    "finds none in %s",
    (text) => {
      expect(find(text)).toBeNull();
    },
  );

  it("takes a member named __proto__ for what it is", () => {
    expect(texts(find('[{"__proto__":"x"}]')?.table)).toEqual([["__proto__"], ["x"]]);
  });
});

describe("readCsv", () => {
  it("reads quotes, line feeds in cells, Korean and ragged rows", () => {
    const table = readCsv('\uFEFF이름,말\n"김, 하나","두\n줄"\n셋\n', { end: "whole" });
    expect(texts(table)).toEqual([
      ["이름", "말"],
      ["김, 하나", "두\n줄"],
      ["셋", ""],
    ]);
    expect(table.cell(1, 1).kind).toBe("missing");
  });

  it("drops a last row that was cut off", () => {
    expect(texts(readCsv("a,b\n1,2\n3,4", { end: "cut" }))).toEqual([
      ["a", "b"],
      ["1", "2"],
    ]);
  });

  it("finds tabs and semicolons by itself", () => {
    expect(texts(readCsv("a;b\n1;2", { end: "whole" }))).toEqual(texts(readCsv("a\tb\n1\t2", { end: "whole" })));
  });
});
