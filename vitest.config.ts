import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig, type ViteUserConfig } from "vitest/config";

const serverOnly = fileURLToPath(new URL("node_modules/server-only/empty.js", import.meta.url));
/** What is polled for comes at once on an idle machine, and late on a busy one. */
const expecting = { poll: { timeout: 20_000 } };
const shared = { resolve: { alias: { "server-only": serverOnly } } } satisfies ViteUserConfig;

/** Unit tests stand beside their module; contract tests use a real database, processes and HTTP; e2e a real browser. */
export default defineConfig({
  test: {
    // Much of a test is waiting: on two cores two files are done in little more than the time of one.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        ...shared,
        test: {
          name: "unit",
          include: ["{lib,components,app,i18n,tools,bin}/**/*.test.ts"],
          testTimeout: 20_000,
        },
      },
      {
        ...shared,
        test: {
          name: "dom",
          include: ["{lib,components,app}/**/*.test.tsx"],
          environment: "jsdom",
          testTimeout: 20_000,
        },
      },
      {
        ...shared,
        test: {
          name: "contract",
          include: ["tests/contract/**/*.test.ts"],
          globalSetup: ["tests/support/embedded-server.ts"],
          expect: expecting,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...shared,
        test: { name: "gate", include: ["tests/gate/**/*.test.ts"], testTimeout: 120_000, hookTimeout: 60_000 },
      },
      {
        ...shared,
        test: {
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts"],
          globalSetup: ["tests/support/embedded-server.ts"],
          expect: expecting,
          fileParallelism: false,
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
