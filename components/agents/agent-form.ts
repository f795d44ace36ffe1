import { z } from "zod";
import ko from "zod/v4/locales/ko.js";
import { AgentFile } from "#lib/agents/schema.ts";
import { parseExact, printExact, toBigInts } from "#lib/core/exact/schema.ts";

const expanded = <T extends z.ZodType>(key: string, schema: T) =>
  z.preprocess((value) => (typeof value === "string" ? { [key]: value } : value), schema);

const ToolUse = z.looseObject({
  tool: z.string(),
  configuration: z.string().optional(),
  description: z.string().optional(),
});

const Model = z.looseObject({
  provider: z.string().optional(),
  name: z.string().optional(),
});

const Target = z.looseObject({ agent: z.string() });

/** What the form can draw of an agent: every place has what its control shows, right or wrong, and what it does not know stays as it is. */
const AgentForm = z.looseObject({
  name: z.string().default(""),
  description: z.string().default(""),
  instructions: z.string().default(""),
  model: expanded("name", Model).default({}),
  settings: z.record(z.string(), z.unknown()).default({}),
  tools: z.array(expanded("tool", ToolUse)).default([]),
  hostedTools: z.array(z.looseObject({ type: z.string().default("") })).default([]),
  handoffs: z.array(expanded("agent", Target)).default([]),
  handoffPrompt: z.unknown().optional(),
  agentTools: z.array(expanded("agent", Target)).default([]),
  guardrails: z.array(z.looseObject({ name: z.string().default("") })).default([]),
  output: z.unknown().optional(),
  limits: z.record(z.string(), z.unknown()).default({}),
  history: z.unknown().optional(),
  resetToolChoice: z.unknown().optional(),
});
export type AgentForm = z.infer<typeof AgentForm>;
export type ToolUse = z.infer<typeof ToolUse>;
/** A handoff, or an agent as a tool. */
export type Link = z.infer<typeof Target>;

/** A file as forms show it: its first agent with the others. */
const FileForm = AgentForm.extend({ agents: z.array(AgentForm).default([]), handoffFilter: z.unknown().optional() });
export type FileForm = z.infer<typeof FileForm>;

/** A place in the file, such as `tools.0.version`, and what is wrong there. */
export type FileIssue = { path: string; message: string };

/** An agent file as the form shows it. `form` is null for a text of which it can draw nothing; then `issues` say why. */
export type ReadFile = { form: FileForm | null; issues: FileIssue[] };

/** Reads the text of an agent file. `notJson` says that a text is no JSON. */
export function readForm(
  text: string,
  { locale, notJson }: { locale: string; notJson: (why: string) => string },
): ReadFile {
  let value: unknown;
  try {
    value = toBigInts(parseExact(text));
  } catch (error) {
    return { form: null, issues: [{ path: "", message: notJson((error as Error).message) }] };
  }
  const said = locale === "ko" ? { error: ko().localeError } : undefined;
  const checked = AgentFile.safeParse(value, said);
  const drawn = FileForm.safeParse(value, said);
  const issues = checked.success ? [] : checked.error.issues;
  return {
    form: drawn.success ? drawn.data : null,
    issues: issues.map(({ path, message }) => ({ path: path.join("."), message })),
  };
}

/** The text of the file that the form shows. */
export function printForm(form: FileForm): string {
  return printExact(form, 2);
}

/** The object without that member, or with it; undefined is not set. */
export function withMember<T extends Record<string, unknown>>(object: T, name: string, value: unknown): T {
  const { [name]: _gone, ...rest } = object;
  return (value === undefined ? rest : { ...object, [name]: value }) as T;
}

/** Who answers in place of the model. */
export type AnsweredBy = "server" | "rehearsal" | "person";

export function answeredBy({ rehearsal, person }: AgentForm["model"]): AnsweredBy {
  return rehearsal === undefined ? (person === true ? "person" : "server") : "rehearsal";
}
