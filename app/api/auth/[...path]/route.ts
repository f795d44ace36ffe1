import { readJsonBody } from "#lib/auth/body.ts";
import { parseAs } from "#lib/auth/failure.ts";
import { visitorRoute } from "#lib/auth/guard.ts";
import { findMember } from "#lib/auth/session.ts";
import { Credentials, signIn, signOut } from "#lib/auth/sign-in.ts";
import { AppError } from "#lib/core/errors.ts";

/** Sessions for programs: nothing here makes or changes an account. */
const ENDPOINTS: Record<string, (request: Request) => Promise<Response>> = {
  "POST /api/auth/sign-in/email": async (request) =>
    cookiesOf(await signIn(parseAs(Credentials, await readJsonBody(request), "body"), request.headers)),
  "POST /api/auth/sign-out": async (request) => cookiesOf(await signOut(request.headers)),
  "GET /api/auth/get-session": async (request) => Response.json({ member: await findMember(request.headers) }),
};

export const GET = visitorRoute(answer);
export const POST = visitorRoute(answer);

function answer(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const endpoint = ENDPOINTS[`${request.method} ${pathname}`];
  if (!endpoint) throw new AppError("not_found", `There is no ${request.method} ${pathname}.`);
  return endpoint(request);
}

/** The cookies alone: the session's token is for no script to read. */
function cookiesOf(response: Response): Response {
  const headers = new Headers();
  for (const cookie of response.headers.getSetCookie()) headers.append("set-cookie", cookie);
  return new Response(null, { status: 204, headers });
}
