import type { Outcome } from "#lib/auth/guard.ts";
import type { ProviderInput, ProviderSummary } from "#lib/providers/schema.ts";

/** What a provider's page can ask the server to do. */
export type ProviderActions = {
  update: (input: { providerId: string; provider: ProviderInput }) => Promise<Outcome<ProviderSummary>>;
  remove: (input: { providerId: string }) => Promise<Outcome<void>>;
  listModels: (input: { providerId: string }) => Promise<Outcome<string[]>>;
};

export type CreateProvider = (input: { provider: ProviderInput }) => Promise<Outcome<ProviderSummary>>;
