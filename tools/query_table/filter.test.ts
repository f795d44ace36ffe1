import { expect, test } from "vitest";
import { makeReach } from "../confined/test-reach.ts";
import type { FilterRequest } from "./filter.ts";
import { queryTable } from "./query-table.ts";

const PEOPLE =
  "이름,도시,나이,생일\n김민준,서울,31,1995-05-01\n이서연,부산,28,1998-01-15\nAda,London,36,1990-12-10\n박지훈,,,\n";

async function names(request: FilterRequest): Promise<unknown[]> {
  const { reach } = await makeReach({ data: { "people.csv": PEOPLE } });
  const answer = await queryTable(reach, { operation: "filter", files: ["people.csv"], top: 10, ...request });
  return "top" in answer ? answer.top.map((row) => row.이름) : [];
}

test.each([
  ["=", "나이", 31, ["김민준"]],
  ["=", "나이", "31", ["김민준"]],
  ["!=", "나이", 31, ["이서연", "Ada", "박지훈"]],
  [">=", "나이", 31, ["김민준", "Ada"]],
  ["<", "생일", "1995-01-01", ["Ada"]],
  ["contains", "도시", "LON", ["Ada"]],
  ["contains", "이름", "서연".normalize("NFD"), ["이서연"]],
  ["starts_with", "이름", "김", ["김민준"]],
  ["ends_with", "이름", "훈", ["박지훈"]],
  ["=", "이름", "김민준".normalize("NFD"), ["김민준"]],
  ["in", "나이", [28, 36], ["이서연", "Ada"]],
  ["not_in", "도시", ["서울", "부산"], ["Ada", "박지훈"]],
  ["is_null", "도시", undefined, ["박지훈"]],
  ["not_null", "생일", undefined, ["김민준", "이서연", "Ada"]],
  ["=", "이름", "' OR 1=1 --", []],
] as const)("%s on %s with %j", async (op, column, value, expected) => {
  const filter = { op, column, value: typeof value === "object" ? [...value] : value };
  expect(await names({ filters: [filter] })).toEqual(expected);
});

test("all filters must hold; rows are sorted, those without a value last, and cut", async () => {
  expect(
    await names({
      filters: [
        { column: "나이", op: ">", value: 28 },
        { column: "도시", op: "=", value: "서울" },
      ],
    }),
  ).toEqual(["김민준"]);
  expect(await names({ sort: [{ column: "나이", direction: "desc" }] })).toEqual(["Ada", "김민준", "이서연", "박지훈"]);
  expect(await names({ sort: [{ column: "나이", direction: "asc" }], limit: 1 })).toEqual(["이서연"]);
});

test("keeps the wanted columns in their order, whatever the case or spelling of their names", async () => {
  const { reach } = await makeReach({ data: { "a.csv": 'City,값,"a""b"\nx,1,2\n' } });
  const request = {
    operation: "filter",
    files: ["a.csv"],
    columns: ['a"b', "값".normalize("NFD"), "city"],
    top: 1,
  } as const;
  expect(await queryTable(reach, { ...request, files: ["a.csv"], columns: [...request.columns] })).toMatchObject({
    top: [{ 'a"b': 2, 값: 1, City: "x" }],
  });
});

test.each([
  [{ columns: ["x"] }, 'There is no column "x"; the columns are "이름", "도시", "나이", "생일".'],
  [{ filters: [{ column: "나이", op: "=", value: "old" }] }, "Could not convert string 'old' to INT64"],
  [{ filters: [{ column: "나이", op: "=" }] }, 'The filter "=" on "나이" needs one value.'],
  [{ filters: [{ column: "나이", op: "in", value: 3 }] }, 'The filter "in" on "나이" needs a list of values.'],
] satisfies [FilterRequest, string][])("explains %j", async (request, message) => {
  await expect(names(request)).rejects.toThrow(message);
});
