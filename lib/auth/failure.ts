import "server-only";
import { randomBytes } from "node:crypto";
import { unstable_rethrow } from "next/navigation";
import type { z } from "zod";
import { AppError } from "#lib/core/errors.ts";
import { log } from "#lib/core/log.ts";

/** What a guard may say of any thrown value: an unexpected one goes to the log under a number, and only the number goes out. */
export function toFailure(thrown: unknown): AppError {
  // Redirects and "not found" are thrown too, and are for the framework.
  unstable_rethrow(thrown);
  if (thrown instanceof AppError) return thrown;
  const number = randomBytes(4).toString("hex");
  log.error("unexpected failure", { number, error: thrown });
  return new AppError("internal", `Something went wrong on the server; its log says more under ${number}.`);
}

/** The response that carries a failure: `{ error: { code, message } }` with the code's status. */
export function failureResponse(thrown: unknown): Response {
  const { code, message, status } = toFailure(thrown);
  return Response.json({ error: { code, message } }, { status });
}

/** The value as the schema gives it. Throws `invalid_input` in one sentence that names the path. */
export function parseAs<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value);
  const [issue] = parsed.success ? zeroIssues(parsed.data) : parsed.error.issues;
  if (parsed.success && !issue) return parsed.data;
  const path = [what, ...(issue?.path ?? [])].join(".");
  throw new AppError("invalid_input", `${path} is not usable: ${issue?.message.replace(/\.$/, "")}.`);
}

/** No text that people write holds U+0000, and neither the database nor a path takes it. */
function zeroIssues(value: unknown): { path: string[]; message: string }[] {
  if (typeof value === "string")
    return value.includes("\0") ? [{ path: [], message: "it holds a zero character" }] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    zeroIssues(item).map(({ path, message }) => ({ path: [name, ...path], message })),
  );
}
