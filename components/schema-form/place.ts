import type { Issue } from "./issue.ts";
import { asSchema } from "./resolve.ts";
import type { FieldState } from "./state.ts";

/** Where a check is: the schema that `$ref` starts from, the JSON pointer of the value, how deep the check has gone. */
export type Place = { root: unknown; path: string; depth: number };

/** What a check found; `seen` are the members and positions that some schema has spoken for. */
export type Report = {
  issues: readonly Issue[];
  /** What only looks wrong; the tool itself decides. */
  warnings: readonly Issue[];
  seen: readonly string[];
};

export type Check = (schema: unknown, state: FieldState, place: Place) => Report;

export const PASSED: Report = { issues: [], warnings: [], seen: [] };

export function failed(...issues: Issue[]): Report {
  return { issues, warnings: [], seen: [] };
}

export function passes(report: Report): boolean {
  return report.issues.length === 0;
}

export function joined(reports: readonly Report[]): Report {
  return {
    issues: reports.flatMap(({ issues }) => issues),
    warnings: reports.flatMap(({ warnings }) => warnings),
    seen: reports.flatMap(({ seen }) => seen),
  };
}

/** Several shapes that a value has at once: it need only look right in one of them. */
export function anyOfPassing(reports: readonly Report[]): Report {
  const [calmest] = reports.toSorted((a, b) => a.warnings.length - b.warnings.length);
  return { ...joined(reports), warnings: calmest?.warnings ?? [] };
}

export function patternOf(source: string): RegExp | null {
  const known = patterns.get(source);
  if (known !== undefined) return known;
  const pattern = compile(source, "u") ?? compile(source, "");
  patterns.set(source, pattern);
  return pattern;
}

/** Schemas by name, as `properties` and `dependentSchemas` hold them. */
export function entriesOf(record: unknown): [string, unknown][] {
  return Object.entries(asSchema(record));
}

const patterns = new Map<string, RegExp | null>();

/** A pattern of another language's dialect is not checked here; the tool itself will say. */
function compile(source: string, flags: string): RegExp | null {
  try {
    return new RegExp(source, flags);
  } catch {
    return null;
  }
}
