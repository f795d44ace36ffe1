"use server";

import { action } from "#lib/auth/guard.ts";
import { pastedModelView } from "#lib/registry/model-view.ts";
import { PastedTool } from "#lib/tools/definition/schema.ts";

/** Nothing of it is kept. */
export const definePastedAction = action({ permission: "tool:read", input: PastedTool }, async ({ input }) =>
  pastedModelView(input),
);
