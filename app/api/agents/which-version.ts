import { z } from "zod";

/** `?version=`: what was `saved` last, what was `published` last, or what was published under a number. */
export const WhichVersionQuery = z.object({
  version: z
    .union([z.enum(["saved", "published"]), z.coerce.number().int().min(1)])
    .default("saved")
    .transform((version) => (typeof version === "number" ? { number: version } : version)),
});
