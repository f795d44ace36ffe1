import { readdir, readFile, symlink } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { Reach } from "../confined/reach.ts";
import { makeReach } from "../confined/test-reach.ts";
import { queryTable, type TableRequest } from "./query-table.ts";

const SHIPPED = fileURLToPath(new URL("../data", import.meta.url));

async function shipped(): Promise<{ reach: Reach; artifacts: string }> {
  const { artifacts } = await makeReach();
  const reach: Reach = [
    { place: "artifacts", folder: artifacts },
    { place: "data", folder: SHIPPED },
  ];
  return { reach, artifacts };
}

async function answer(reach: Reach, request: Partial<TableRequest> & { files: string[] }) {
  const result = await queryTable(reach, { operation: "sql", top: 10, ...request });
  return JSON.parse(JSON.stringify(result)) as {
    rows: number;
    top: Record<string, unknown>[];
    columns: { name: string; type: string }[];
    artifacts_created: string[];
  };
}

async function select(sql: string, files: string[] = ["airports.parquet"]) {
  const { reach } = await shipped();
  return await answer(reach, { files, sql });
}

describe("tables", () => {
  test("shows tables, columns and examples of CSV, JSON and Parquet", async () => {
    const { reach } = await shipped();
    const files = ["flights-airport.csv", "penguins.json", "airports.parquet"];
    expect(await queryTable(reach, { operation: "schema", files, top: 10 })).toMatchObject({
      tables: [
        {
          table: "flights_airport",
          file: "flights-airport.csv",
          rows: 5366,
          columns: [{ name: "origin", type: "VARCHAR", example: "ABE" }, {}, {}],
        },
        { table: "penguins", place: "data", rows: 344 },
        { table: "airports", rows: 3376 },
      ],
    });
  });

  test("joins files, shows the top and writes everything to a file", async () => {
    const { reach, artifacts } = await shipped();
    const request = {
      files: ["flights-airport.csv", "airports.parquet"],
      sql: "SELECT a.iata, sum(f.count) AS flights FROM flights_airport f JOIN airports a ON a.iata = f.origin GROUP BY ALL ORDER BY flights DESC;",
      top: 1,
    };
    const first = await answer(reach, request);
    expect(first).toMatchObject({
      rows: 303,
      top: [{ iata: "ATL", flights: 414513 }],
      artifacts_created: ["flights_airport-result.csv"],
    });
    expect(first.columns[1]).toEqual({
      name: "flights",
      type: "HUGEINT",
      empty: 0,
      min: 2,
      max: 414513,
      mean: 23134.4158416,
    });
    const lines = (await readFile(path.join(artifacts, "flights_airport-result.csv"), "utf8")).split("\n");
    expect(lines.slice(0, 2)).toEqual(["iata,flights", "ATL,414513"]);
    expect(lines).toHaveLength(305);
    expect((await answer(reach, request)).artifacts_created).toEqual(["flights_airport-result-2.csv"]);
    expect(
      await answer(reach, { files: first.artifacts_created, sql: "SELECT count(*) AS n FROM flights_airport_result" }),
    ).toMatchObject({ top: [{ n: 303 }] });
  });

  test("a table also answers to its file's path, and two files of one name get two tables", async () => {
    const { reach } = await makeReach({
      artifacts: { "a.csv": "x\n1\n", "sub/a.json": '[{"y":2}]', "3월.csv": "z\n3\n" },
    });
    const { top } = await answer(reach, {
      files: ["a.csv", "sub/a.json", "3월.csv"],
      sql: `SELECT * FROM 'sub/a.json', a, a_2 AS b, t_3월`,
    });
    expect(top).toEqual([{ y: 2, x: 1, "y:1": 2, z: 3 }]);
  });
});

describe("text files", () => {
  async function table(content: string | Uint8Array, name = "a.csv") {
    const { reach } = await makeReach({ artifacts: { [name]: content } });
    return await answer(reach, { files: [name], sql: "FROM a" });
  }

  test("keeps the zeros of a Korean telephone number", async () => {
    expect((await table("이름,전화,수\n가,01012345678,1\n나,0212345678,2\n")).top[0]).toEqual({
      이름: "가",
      전화: "01012345678",
      수: 1,
    });
  });

  test("reads CP949, UTF-16, a byte order mark, semicolons and broken bytes", async () => {
    expect((await table(Buffer.from("c0ccb8a72cb5b5bdc30ab1e8b9cec1d82cbacebbea0a", "hex"))).top).toEqual([
      { 이름: "김민준", 도시: "부산" },
    ]);
    expect((await table(Buffer.from("\ufeff이름\t값\n가\t1\n", "utf16le"))).top).toEqual([{ 이름: "가", 값: 1 }]);
    expect((await table("\ufeff이름;값\n가;1\n")).top).toEqual([{ 이름: "가", 값: 1 }]);
    const late = Buffer.concat([Buffer.from(`이름\n${"가\n".repeat(500_000)}`), Uint8Array.of(0xff, 0x0a)]);
    expect((await table(late)).rows).toBe(500_001);
  });

  test("reads quoted line breaks and rows of another length", async () => {
    const { top } = await table('a,b\n1,"x\ny"\n2\n');
    expect(top).toEqual([
      { a: 1, b: "x\ny" },
      { a: 2, b: null },
    ]);
  });

  test("reads JSON Lines and nested values", async () => {
    expect((await table('{"a":{"b":[1,null]}}\n{"a":null}\n', "a.jsonl")).top).toEqual([
      { a: { b: [1, null] } },
      { a: null },
    ]);
  });

  test("explains what cannot be read", async () => {
    await expect(table("")).rejects.toThrow('"a.csv" is empty.');
    await expect(table('a,b\n1,"open\n2,3\n')).rejects.toThrow('"a.csv" cannot be read: its rows cannot be told apart');
    await expect(table(Uint8Array.of(80, 75, 3, 4, 0, 0))).rejects.toThrow('"a.csv" is not a text file.');
    await expect(table("[{]", "a.json")).rejects.toThrow(
      /^"a\.json" cannot be read: .*Malformed JSON in file "a\.json"/,
    );
    await expect(table("x", "a.xlsx")).rejects.toThrow(
      '"a.xlsx" is not read as a table; the extensions that are: .csv',
    );
    await expect(table("not parquet", "a.parquet")).rejects.toThrow(/a\.parquet/);
  });
});

describe("SQL", () => {
  test.each([
    "SELECT 1; SELECT 2",
    "-- nothing",
    "COPY airports TO 'x.csv'",
    "ATTACH 'x.db'",
    "INSTALL httpfs",
    "LOAD httpfs",
    "SET lock_configuration = false",
    "PRAGMA database_list",
    "CREATE TABLE x AS SELECT 1",
    "DROP VIEW airports",
    "INSERT INTO airports SELECT * FROM airports",
    "EXPORT DATABASE 'x'",
    "CALL pragma_version()",
  ])("refuses %s", async (sql) => {
    await expect(select(sql)).rejects.toThrow("Only one SELECT statement is run; leave out everything else.");
  });

  test.each([
    "read_csv",
    "read_text",
    "read_blob",
    "read_parquet",
    "read_json",
    "glob",
    "sniff_csv",
    "parquet_metadata",
    "query",
  ])("refuses %s() wherever it hides", async (name) => {
    const call = `${name}('/etc/passwd')`;
    for (const sql of [
      `FROM ${call}`,
      `SELECT (SELECT count(*) FROM ${call})`,
      `WITH t AS (FROM ${call}) FROM t`,
      `DESCRIBE FROM ${call}`,
    ]) {
      await expect(select(sql)).rejects.toThrow(`The function ${name}() is not available`);
    }
  });

  test("reaches no file by its path, not even one beside the tables", async () => {
    const { reach, artifacts } = await shipped();
    await symlink(path.join(SHIPPED, "penguins.json"), path.join(artifacts, "p.json"));
    for (const file of [
      "/etc/passwd",
      path.join(SHIPPED, "penguins.json"),
      "p.json",
      "data/penguins.json",
      "http://127.0.0.1:9/x.csv",
    ]) {
      await expect(answer(reach, { files: ["airports.parquet"], sql: `FROM '${file}'` })).rejects.toThrow(
        /tables are "airports"/,
      );
    }
    await expect(answer(reach, { files: ["p.json"], sql: "FROM p" })).rejects.toThrow(/leads outside the folder/);
    expect(await readdir(artifacts)).toEqual(["p.json"]);
  });

  test.each([
    ["SELEC 1", 'The SQL cannot be parsed: syntax error at or near "SELEC".'],
    ["SELECT nme FROM airports", 'Referenced column "nme" not found in FROM clause! Candidate bindings: "name"'],
    ["FROM nosuch", 'Table with name nosuch does not exist! The tables are "airports".'],
    ["SELECT CAST('x' AS INTEGER)", "Could not convert string 'x' to INT32"],
    ["SELECT current_setting('allowed_paths')", "current_setting() is not available"],
    ["", 'The operation "sql" needs a SELECT statement in "sql".'],
  ])("explains %j", async (sql, message) => {
    await expect(select(sql)).rejects.toThrow(message);
  });

  test("gives every type of value exactly", async () => {
    const { top } = await select(
      "SELECT 9007199254740993 AS big, 1.10::DECIMAL(5,2) AS price, 'NaN'::DOUBLE AS nan, DATE '2026-07-31' AS day, TIMESTAMP '2026-07-31 09:30' AS time, [1, 2] AS list, MAP {'가': 1} AS map, NULL AS none, true AS yes",
    );
    expect(top).toEqual([
      {
        big: Number("9007199254740993"),
        price: 1.1,
        nan: "NaN",
        day: "2026-07-31",
        time: "2026-07-31 09:30:00",
        list: [1, 2],
        map: { 가: 1 },
        none: null,
        yes: true,
      },
    ]);
  });

  test("writes texts to CSV so that they come back", async () => {
    const { reach, artifacts } = await shipped();
    await answer(reach, {
      files: ["airports.parquet"],
      sql: `SELECT 'a,"b"' AS x, '' AS y, NULL AS z, ' 9007199254740993' AS w, [1] AS l`,
    });
    expect(await readFile(path.join(artifacts, "airports-result.csv"), "utf8")).toBe(
      'x,y,z,w,l\n"a,""b""","",," 9007199254740993",[1]\n',
    );
  });

  test("leaves a header for an empty result and no file for a failed one", async () => {
    const { reach, artifacts } = await shipped();
    expect(
      await answer(reach, { files: ["airports.parquet"], sql: "SELECT iata FROM airports WHERE false" }),
    ).toMatchObject({ rows: 0, top: [] });
    expect(await readFile(path.join(artifacts, "airports-result.csv"), "utf8")).toBe("iata\n");
    await expect(
      answer(reach, { files: ["airports.parquet"], sql: "SELECT error('late') FROM airports" }),
    ).rejects.toThrow("late");
    expect(await readdir(artifacts)).toEqual(["airports-result.csv"]);
  });
});
