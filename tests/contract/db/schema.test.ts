import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

test("the migrations lead to prisma/schema.prisma", () => {
  const flags = ["--conditions=react-server", "bin/migration.mjs", "--check"];
  const { status, stdout, stderr } = spawnSync(process.execPath, flags, { encoding: "utf8" });
  expect({ status, stdout: stdout.trim() }, stderr).toEqual({
    status: 0,
    stdout: "The migrations agree with prisma/schema.prisma.",
  });
});
