import { z } from "zod";
import facts from "./facts.json" with { type: "json" };
import { factsName, ModelSettings, type Usage } from "./schema.ts";

/** What is known of a model; null where nobody noted it. The facts themselves are in facts.json, for people to edit. */
const ModelFacts = z.strictObject({
  contextTokens: z.number().nullable(),
  maxOutputTokens: z.number().nullable(),
  /** US dollars for a million tokens, and the day when they were looked up. */
  price: z
    .strictObject({ input: z.number(), cached: z.number().nullable(), output: z.number(), noted: z.iso.date() })
    .nullable(),
  /** Settings that its server answers with an error. */
  refuses: z.array(ModelSettings.keyof()),
  reasons: z.boolean().nullable(),
  /** Types of tools that its server runs itself. */
  hostedTools: z.array(z.string()).nullable(),
  /**
   * US dollars for one use of a hosted tool: a search, or a container of the code interpreter; of a type that is left out it is not
   * known. And the day when they were looked up.
   */
  hostedPrices: z.object({ noted: z.iso.date() }).catchall(z.number()).nullable().default(null),
  /** Whether its server takes a forced tool choice beside hosted tools; left out, it does. */
  forcedBesideHosted: z.boolean().default(true),
  /** How Chat Completions call the most tokens of an answer for it. */
  chatTokens: z.enum(["max_tokens", "max_completion_tokens"]),
  /** Whether its server tells of usage in a chat stream when asked to; left out, it does. */
  chatUsage: z.boolean().default(true),
});
export type ModelFacts = z.infer<typeof ModelFacts>;

/** The facts of a model by its name, with or without the date of a snapshot; of an unknown one, nothing. */
export function factsOf(model: string): ModelFacts {
  return KNOWN.get(factsName(model)) ?? UNKNOWN;
}

/** All that is known, by `factsName`. */
export function listFacts(): Record<string, ModelFacts> {
  return Object.fromEntries(KNOWN);
}

/** The settings without those that the model refuses, and the names of these. */
export function acceptedSettings(
  model: string,
  settings: ModelSettings,
): { settings: ModelSettings; leftOut: (keyof ModelSettings)[] } {
  const leftOut = factsOf(model).refuses.filter((name) => settings[name] !== undefined);
  const accepted = Object.entries(settings).filter(([name]) => !leftOut.some((each) => each === name));
  return { settings: Object.fromEntries(accepted), leftOut };
}

/** US dollars of an answer; null when its price is not known. */
export function costOf(model: string, usage: Usage | null): number | null {
  const { price } = factsOf(model);
  if (price === null || usage === null) return null;
  const fresh = (usage.input - usage.cached) * price.input;
  return (fresh + usage.cached * (price.cached ?? price.input) + usage.output * price.output) / 1_000_000;
}

const KNOWN = new Map(Object.entries(z.record(z.string(), ModelFacts).parse(facts)));

const UNKNOWN: ModelFacts = {
  contextTokens: null,
  maxOutputTokens: null,
  price: null,
  refuses: [],
  reasons: null,
  hostedTools: null,
  hostedPrices: null,
  forcedBesideHosted: true,
  chatTokens: "max_tokens",
  chatUsage: true,
};
