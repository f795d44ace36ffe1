import { z } from "zod";
import { route } from "#lib/auth/guard.ts";
import { checkProvider } from "#lib/providers/check.ts";
import type { ProviderCheck } from "#lib/providers/schema.ts";
import { eventStream, type Frame } from "#lib/runs/sse.ts";

const params = z.object({ id: z.string() });

/** Tries a provider and streams each step as it comes to be known. */
export const POST = route({ permission: "provider:write", params }, async ({ member, params: { id } }) => {
  const checks = await checkProvider(member, id);
  return eventStream(() => toFrames(checks));
});

async function* toFrames(pages: AsyncGenerator<ProviderCheck[]>): AsyncGenerator<Frame[]> {
  for await (const page of pages) yield page.map((data) => ({ id: null, data }));
}
