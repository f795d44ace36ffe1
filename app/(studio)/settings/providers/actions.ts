"use server";

import { z } from "zod";
import { action } from "#lib/auth/guard.ts";
import { createProvider, deleteProvider, updateProvider } from "#lib/providers/providers.ts";
import { ProviderInput } from "#lib/providers/schema.ts";

export const createProviderAction = action(
  { permission: "provider:write", input: z.object({ provider: ProviderInput }) },
  ({ member, input }) => createProvider(member, input.provider),
);

export const updateProviderAction = action(
  { permission: "provider:write", input: z.object({ providerId: z.string(), provider: ProviderInput }) },
  ({ member, input }) => updateProvider(member, input.providerId, input.provider),
);

export const deleteProviderAction = action(
  { permission: "provider:write", input: z.object({ providerId: z.string() }) },
  ({ member, input }) => deleteProvider(member, input.providerId),
);
