import { ensureDatabase, releaseDatabase } from "#lib/db/embedded.ts";

// A process that uses the embedded database until its stdin ends.
console.log(await ensureDatabase());
for await (const _ of process.stdin);
await releaseDatabase();
