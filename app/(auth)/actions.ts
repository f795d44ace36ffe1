"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { z } from "zod";
import { registerSamples } from "#lib/agents/samples.ts";
import { createFirstAccount, FirstAccount } from "#lib/auth/first-account.ts";
import { visitorForm } from "#lib/auth/guard.ts";
import { checkOrigin } from "#lib/auth/origin.ts";
import { returnPath } from "#lib/auth/return-path.ts";
import { Credentials, signIn, signOut } from "#lib/auth/sign-in.ts";
import { log } from "#lib/core/log.ts";
import { registerBuiltins } from "#lib/registry/builtins.ts";

export const signInAction = visitorForm(
  Credentials.extend({ next: z.string().optional() }),
  async ({ next, ...credentials }) => {
    await signIn(credentials, await headers());
    redirect(returnPath(next));
  },
);

/** The first account, its team with the catalogue, and a session; then the first minute begins. */
export const signUpAction = visitorForm(FirstAccount, async (account) => {
  const { teamId } = await createFirstAccount(account);
  await registerBuiltins(teamId).catch((error: unknown) => {
    log.error("the built-in tools could not be registered; the next start tries again", { teamId, error });
  });
  await registerSamples(teamId);
  await signIn(account, await headers());
  redirect("/tools/calculator");
});

export async function signOutAction(): Promise<void> {
  const head = await headers();
  checkOrigin(head);
  await signOut(head);
  redirect("/sign-in");
}
