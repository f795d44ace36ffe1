import { checkReady } from "#lib/registry/readiness.ts";

export const dynamic = "force-dynamic";

/** Tells whoever waits for the server (the start command, a proxy) that it and its database answer; nothing else. */
export async function GET(): Promise<Response> {
  await checkReady();
  return Response.json({ ok: true });
}
