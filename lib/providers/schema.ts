import { z } from "zod";

/** What is set of a model for each of its turns; what is left out is the server's choice. */
export const ModelSettings = z.strictObject({
  temperature: z.number().min(0).max(2).optional(),
  topP: z.number().min(0).max(1).optional(),
  maxOutputTokens: z.number().int().min(1).optional(),
  reasoningEffort: z.enum(["none", "minimal", "low", "medium", "high", "xhigh"]).optional(),
  reasoningSummary: z.enum(["auto", "concise", "detailed"]).optional(),
  verbosity: z.enum(["low", "medium", "high"]).optional(),
  /** `auto`, `none`, `required`, or the name of the one tool to call. */
  toolChoice: z.string().optional(),
  parallelToolCalls: z.boolean().optional(),
  truncation: z.enum(["auto", "disabled"]).optional(),
  /** Whether the server keeps the answer; without it encrypted reasoning is asked for and sent back. */
  store: z.boolean().optional(),
  serviceTier: z.string().optional(),
  metadata: z.record(z.string(), z.string()).optional(),
});
export type ModelSettings = z.infer<typeof ModelSettings>;

/** The name under which a model's facts are noted: without the date of a snapshot. Other endings name other models. */
export function factsName(model: string): string {
  return model.replace(/-(\d{4}-\d{2}-\d{2}|latest)$/, "");
}

/** Tokens of one answer; `cached` is part of `input`, `reasoning` of `output`. */
export const Usage = z.object({
  input: z.number(),
  cached: z.number(),
  output: z.number(),
  reasoning: z.number(),
});
export type Usage = z.infer<typeof Usage>;

/** A JSON Schema that the answer's text has to fit. */
export type ResponseFormat = { name: string; schema: Record<string, unknown>; strict: boolean };

const PRINTABLE = /^[\x20-\x7e]*$/;
const ONE_LINE = "write one line of Latin letters, digits and signs";

/** How a model server is spoken to. */
export const ProviderApi = z.enum(["responses", "chat"]);
export type ProviderApi = z.infer<typeof ProviderApi>;

const Headers = z
  .record(
    z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/, "write the name of an HTTP header"),
    z.string().max(8192).regex(PRINTABLE, ONE_LINE).nullable(),
  )
  .refine((headers) => Object.keys(headers).length <= 50, "write 50 headers at most");

/** A model server as a browser sends it. What it says of key and headers is never sent back. */
export const ProviderInput = z.strictObject({
  name: z.string().trim().min(1).max(80),
  api: ProviderApi,
  /** Up to the version, such as `https://api.openai.com/v1`. */
  baseUrl: z
    .url({ protocol: /^https?$/, error: "write an address that begins with https:// or http://" })
    .max(2000)
    .refine((url) => !URL.canParse(url) || new URL(url).username === "", "write the key into its own field"),
  /** Whether it may be on this machine or a network of the team's own. */
  allowPrivate: z.boolean().default(false),
  /** Left out, the stored one is kept; null takes it away. */
  key: z.string().trim().min(1).max(8192).regex(PRINTABLE, ONE_LINE).nullable().optional(),
  /** All of them; null keeps the stored value. Left out, all are kept. */
  headers: Headers.optional(),
  isDefault: z.boolean().default(false),
  /** The model of agents that name none. */
  defaultModel: z.string().trim().min(1).max(200).nullable().default(null),
});
export type ProviderInput = z.infer<typeof ProviderInput>;

/** What people may see of a provider. `updatedAt` is ISO 8601 in UTC. */
export type ProviderSummary = {
  id: string;
  name: string;
  api: ProviderApi;
  baseUrl: string;
  allowPrivate: boolean;
  hasKey: boolean;
  /** The key's last characters; null for none, and empty for a key that is too short to show a part of. */
  keyHint: string | null;
  headerNames: string[];
  isDefault: boolean;
  defaultModel: string | null;
  updatedAt: string;
};

/** What was tried of a provider, in this order; after a failure the rest is skipped where it could not work. */
export const CHECK_STEPS = ["name", "connection", "key", "models", "answer", "tool"] as const;

export type ProviderCheck = {
  step: (typeof CHECK_STEPS)[number];
  result: "passed" | "failed" | "skipped";
  sentence: string;
};

/** Arguments that are text are said as they are, be they JSON or not; results can stand in their strings too. */
const RehearsedCall = z.strictObject({
  name: z.string(),
  arguments: z.union([z.record(z.string(), z.unknown()), z.string()]),
});

/**
 * A written or recorded model. An exchange whose words are all of the user's message is played before others; of several,
 * the one for as often as it was said. Otherwise exchanges are tried in order, and the first that fits is played.
 */
export const RehearsalScript = z.strictObject({
  exchanges: z
    .array(
      z.strictObject({
        /** Words of the user's message, in any case; left out, the exchange fits every message. */
        when: z.string().optional(),
        turns: z
          .array(
            z.strictObject({
              reasoning: z.string().optional(),
              /** `{{result 1}}` is the output of the exchange's first call, `{{result "search"}}` of the last one of a tool. */
              text: z.string().optional(),
              calls: z.array(RehearsedCall).optional(),
            }),
          )
          .min(1),
      }),
    )
    .min(1),
});
export type RehearsalScript = z.infer<typeof RehearsalScript>;
