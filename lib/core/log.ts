import "server-only";

type Level = "info" | "warn" | "error";

/** Writes one JSON line to stderr; values under names that look like secrets are left out. */
export const log = {
  info: (message: string, fields?: Record<string, unknown>) => write("info", message, fields),
  warn: (message: string, fields?: Record<string, unknown>) => write("warn", message, fields),
  error: (message: string, fields?: Record<string, unknown>) => write("error", message, fields),
};

const SECRET_NAME = /key|token|secret|passw|passphrase|authorization|cookie|credential/i;
const DEEPEST = 6;

function write(level: Level, message: string, fields: Record<string, unknown> = {}): void {
  const line = { at: new Date().toISOString(), level, message, ...(printable(fields, 0) as object) };
  process.stderr.write(`${JSON.stringify(line)}\n`);
}

function printable(value: unknown, depth: number): unknown {
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth === DEEPEST) return "…";
  if (value instanceof Error) return printable(errorFields(value), depth + 1);
  if (Array.isArray(value)) return value.map((item) => printable(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      SECRET_NAME.test(name) ? "[left out]" : printable(item, depth + 1),
    ]),
  );
}

function errorFields(error: Error): Record<string, unknown> {
  const code = (error as { code?: unknown }).code;
  return {
    name: error.name,
    message: error.message,
    ...(code === undefined ? {} : { code }),
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: error.cause }),
  };
}
