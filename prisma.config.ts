import { defineConfig } from "prisma/config";

process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= new URL("./prisma/schema-engine.mjs", import.meta.url).pathname;

/** Settings of the Prisma command line; the studio itself never runs it, only `prisma generate` at start. */
export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  datasource: { url: process.env.DATABASE_URL ?? "postgresql://unset@127.0.0.1:1/unset" },
});
