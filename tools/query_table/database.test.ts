import { expect, test } from "vitest";
import { asProblem, type Database } from "./database.ts";

const DATABASE = { tables: [{ name: "a", file: "a.csv", place: "data" }] } as unknown as Database;

test.each([
  [
    "Out of Memory Error: could not allocate block\nSee also",
    "The query needs more than 1GB of memory; filter, aggregate or take fewer columns.",
  ],
  ["Permission Error: Cannot access file", 'Files are reachable only as tables; the tables are "a".'],
  [
    'Catalog Error: Table with name b does not exist!\nDid you mean "pg_class"?\n\nLINE 1: FROM b',
    'Catalog Error: Table with name b does not exist! The tables are "a".',
  ],
])("explains %j", async (message, explanation) => {
  await expect(asProblem(DATABASE, () => Promise.reject(new Error(message)))).rejects.toThrow(explanation);
});

test.each(["INTERNAL Error: assertion failed", "EACCES: permission denied", "x is not a function"])(
  "passes on %j",
  async (message) => {
    await expect(asProblem(DATABASE, () => Promise.reject(new Error(message)))).rejects.toMatchObject({
      name: "Error",
      message,
    });
  },
);
