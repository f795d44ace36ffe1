import { z } from "zod";
import { SendMessage } from "#lib/agents/schema.ts";
import { sendMessage } from "#lib/agents/talk.ts";
import { route } from "#lib/auth/guard.ts";

const params = z.object({ id: z.string() });

/** Takes a message; the run that it began, or null when it waits for the one that is going. */
export const POST = route(
  { permission: "session:write", params, body: SendMessage },
  async ({ member, params, body }) => Response.json(await sendMessage(member, params.id, body), { status: 202 }),
);
