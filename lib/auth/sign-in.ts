import "server-only";
import { z } from "zod";
import { AppError } from "#lib/core/errors.ts";
import { countAttempt } from "./attempts.ts";
import { sessions } from "./session.ts";

export const Credentials = z.object({
  email: z.string().trim().toLowerCase().pipe(z.email()),
  password: z.string().min(1).max(128),
});
export type Credentials = z.infer<typeof Credentials>;

/**
 * Begins a session; the response sets its cookie. Throws `unauthenticated` without saying which of the two was wrong,
 * and `rate_limited` after ten failures within a minute for one account, or sixty for all.
 */
export async function signIn({ email, password }: Credentials, headers: Headers): Promise<Response> {
  const attempts = [countAttempt("every account", { limit: 60 }), countAttempt(`account ${email}`, { limit: 10 })];
  const response = await sessions().api.signInEmail({ body: { email, password }, headers, asResponse: true });
  if (response.ok) {
    for (const attempt of attempts) attempt.forgive();
    return response;
  }
  if (response.status >= 500) throw new Error(`sign-in answered ${response.status}: ${await response.text()}`);
  throw new AppError("unauthenticated", "The e-mail address or the password is not right.");
}

/** Ends the session of these headers, if there is one; the response clears its cookie. */
export function signOut(headers: Headers): Promise<Response> {
  return sessions().api.signOut({ headers, asResponse: true });
}
