import { notFound } from "next/navigation";
import { AppError } from "#lib/core/errors.ts";

/** For `catch` of what a page is about: what is not there is the page "not found", all else stays a failure. */
export function orNotFound(error: unknown): never {
  if (error instanceof AppError && error.code === "not_found") notFound();
  throw error;
}
