import { route } from "#lib/auth/guard.ts";
import { createTools } from "#lib/registry/create.ts";
import { readCreation } from "./creation.ts";

/** Makes tools of a template, a folder or a zip (multipart form) and answers with their names, and with what could not be made and why. */
export const POST = route({ permission: "tool:write", upload: true }, async ({ member, request }) =>
  Response.json(await createTools(member, await readCreation(request)), { status: 201 }),
);
