import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { checkHost } from "#lib/auth/origin.ts";
import { REQUEST_PATH_HEADER } from "#lib/auth/request-path.ts";
import { SESSION_SECONDS, sessionCookie } from "#lib/auth/session-cookie.ts";
import { env } from "#lib/core/env.ts";
import { toAppError } from "#lib/core/errors.ts";

/** Stands before every page: refuses hosts that are not this studio's, and gives each answer a content policy of its own. */
export function proxy(request: NextRequest): NextResponse {
  try {
    checkHost(request.headers);
  } catch (error) {
    const { message, status } = toAppError(error);
    return new NextResponse(message, { status });
  }
  const policy = contentPolicy(randomBytes(16).toString("base64"));
  const headers = new Headers(request.headers);
  headers.set(REQUEST_PATH_HEADER, request.nextUrl.pathname + request.nextUrl.search);
  // Next reads the nonce from here and puts it on its own scripts.
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  keepSession(request, response);
  return response;
}

/** Pages only: API routes set their own policy, and the bodies of requests that pass here are held in memory. */
export const config = { matcher: "/((?!api/|_next/static/|_next/image).*)" };

function contentPolicy(nonce: string): string {
  // React's development build evaluates code to show where an error came from.
  const development = env().NODE_ENV === "development" ? " 'unsafe-eval'" : "";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development}`,
    // Monaco and Radix place what floats with style attributes, which no nonce can allow.
    "style-src 'self' 'unsafe-inline'",
    "worker-src 'self' blob:",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "frame-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** The session rolls on in the database whenever it is used; here the browser's cookie does. */
function keepSession(request: NextRequest, response: NextResponse): void {
  const { name, secure } = sessionCookie();
  const cookie = request.cookies.get(name);
  if (!cookie?.value || request.method !== "GET" || request.headers.get("sec-fetch-dest") !== "document") return;
  response.cookies.set(name, cookie.value, {
    httpOnly: true,
    maxAge: SESSION_SECONDS,
    path: "/",
    sameSite: "lax",
    secure,
  });
}
