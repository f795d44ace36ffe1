import { Prisma } from "./client.ts";

/** Whether the database refused a row because there is one of that name or number. */
export function isTaken(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";
}
