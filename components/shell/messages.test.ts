import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** Every message of an area by its path, with the names of what is filled in. */
function flatten(value: unknown, path = ""): Record<string, string> {
  if (typeof value === "string") return { [path]: argumentsOf(value) };
  return Object.assign(
    {},
    ...Object.entries(value as object).map(([key, inside]) => flatten(inside, `${path}.${key}`)),
  );
}

function argumentsOf(message: string): string {
  const names = [...message.matchAll(/\{\s*(\w+)\s*[,}]|<(\w+)>/g)].map(([, name, tag]) => name ?? `<${tag}>`);
  return [...new Set(names)].sort().join(" ");
}

const read = (locale: string, file: string) => JSON.parse(readFileSync(`messages/${locale}/${file}`, "utf8"));
const files = readdirSync("messages/en").filter((file) => file.endsWith(".json"));

it("has the same areas in every language", () => {
  expect(readdirSync("messages/ko").sort()).toEqual(readdirSync("messages/en").sort());
});

it.each(files)("%s has the same messages with the same arguments in every language", (file) => {
  expect(flatten(read("ko", file))).toEqual(flatten(read("en", file)));
});
