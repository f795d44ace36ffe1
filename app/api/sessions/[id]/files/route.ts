import { z } from "zod";
import { addFile } from "#lib/agents/files.ts";
import { route } from "#lib/auth/guard.ts";
import { AppError } from "#lib/core/errors.ts";

const params = z.object({ id: z.string() });

/** Takes the form's `file` for a message to come. */
export const POST = route(
  { permission: "session:write", params, upload: true },
  async ({ member, params: { id }, request }) => {
    const file = (await request.formData()).get("file");
    if (!(file instanceof File)) throw new AppError("invalid_input", 'Send the file in the form as "file".');
    return Response.json(await addFile(member, id, file), { status: 201 });
  },
);
