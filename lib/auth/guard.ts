import "server-only";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import type { z } from "zod";
import { AppError, type ErrorCode } from "#lib/core/errors.ts";
import { capUpload, readJsonBody } from "./body.ts";
import { failureResponse, parseAs, toFailure } from "./failure.ts";
import { hasAccounts } from "./first-account.ts";
import { checkHost, checkOrigin } from "./origin.ts";
import { REQUEST_PATH_HEADER } from "./request-path.ts";
import { can, type Permission } from "./schema.ts";
import { findMember, type Member } from "./session.ts";

type RouteOptions<Body, Params, Query> = {
  permission: Permission;
  params?: z.ZodType<Params>;
  query?: z.ZodType<Query>;
  /** A JSON body; `maxBytes` is 16 MiB unless said otherwise. */
  body?: z.ZodType<Body>;
  maxBytes?: number;
  /** A multipart form of at most 80 MiB, which `run` reads from the request. */
  upload?: true;
};

type RouteContext<Body, Params, Query> = { member: Member; body: Body; params: Params; query: Query; request: Request };

/**
 * Makes a route handler: it checks where the request comes from, who sends it and whether they may, then its parts, and
 * answers every failure as JSON. Acts (all but GET and HEAD) need an Origin that is this studio's.
 */
export function route<Body = undefined, Params = undefined, Query = undefined>(
  options: RouteOptions<Body, Params, Query>,
  run: (context: RouteContext<Body, Params, Query>) => Promise<Response>,
): (request: Request, context: { params: Promise<unknown> }) => Promise<Response> {
  return async (request, context) => {
    try {
      checkSource(request);
      const member = await memberWith(request.headers, options.permission);
      const { params, query } = options;
      const parts = {
        params: (params && parseAs(params, await context.params, "path")) as Params,
        query: (query && parseAs(query, Object.fromEntries(new URL(request.url).searchParams), "query")) as Query,
        body: (options.body && parseAs(options.body, await readJsonBody(request, options.maxBytes), "body")) as Body,
      };
      return locked(await run({ member, ...parts, request: options.upload ? capUpload(request) : request }));
    } catch (error) {
      return locked(failureResponse(error));
    }
  };
}

/** Makes a route handler for people who are not signed in: only the source is checked and failures are answered. */
export function visitorRoute(run: (request: Request) => Promise<Response>): (request: Request) => Promise<Response> {
  return async (request) => {
    try {
      checkSource(request);
      return locked(await run(request));
    } catch (error) {
      return locked(failureResponse(error));
    }
  };
}

/** What an action gives the page: its value, or a sentence for the person. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; error: { code: ErrorCode; message: string } };

/** Makes a server action: it checks where it comes from, who asks and whether they may, then the input; it never throws. */
export function action<Input, T>(
  options: { permission: Permission; input: z.ZodType<Input> },
  run: (context: { member: Member; input: Input }) => Promise<T>,
): (input: z.input<z.ZodType<Input>>) => Promise<Outcome<T>> {
  return async (input) => {
    try {
      const head = await headers();
      checkOrigin(head);
      const member = await memberWith(head, options.permission);
      return { ok: true, value: await run({ member, input: parseAs(options.input, input, "input") }) };
    } catch (error) {
      const { code, message } = toFailure(error);
      return { ok: false, error: { code, message } };
    }
  };
}

/** What a form that was refused shows: why, which fields are wrong, and what was in it, passwords excepted. */
export type FormState = { code: ErrorCode; message: string; fields: string[]; values: Record<string, string> } | null;

/** Makes a server action for a form of people who are not signed in; it works without scripts too. */
export function visitorForm<Input>(
  input: z.ZodType<Input>,
  run: (input: Input) => Promise<void>,
): (state: FormState, form: FormData) => Promise<FormState> {
  return async (_, form) => {
    const texts = [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value] as const] : []));
    // Names with a dollar are the framework's own.
    const values = Object.fromEntries(texts.filter(([name]) => name !== "password" && !name.startsWith("$")));
    try {
      checkOrigin(await headers());
      const parsed = input.safeParse(Object.fromEntries(texts));
      if (!parsed.success) {
        const fields = [...new Set(parsed.error.issues.map((issue) => String(issue.path[0])))];
        return { code: "invalid_input", message: `Not usable: ${fields.join(", ")}.`, fields, values };
      }
      await run(parsed.data);
      return null;
    } catch (error) {
      const { code, message } = toFailure(error);
      return { code, message, fields: [], values };
    }
  };
}

/**
 * The member for whom a page is rendered. Goes to /sign-in when nobody is signed in, to /sign-up while there is no
 * account at all, and shows "not found" to whom the permission is missing.
 */
export async function pageMember(permission: Permission): Promise<Member> {
  const member = await requestMember();
  if (!member) {
    const path = (await headers()).get(REQUEST_PATH_HEADER);
    const query = path && path !== "/" ? `?${new URLSearchParams({ next: path })}` : "";
    redirect((await hasAccounts()) ? `/sign-in${query}` : "/sign-up");
  }
  if (!can(member.role, permission)) notFound();
  return member;
}

/** The member of the page being rendered, or null: asked for once a request, however many parts of a page ask. */
export const requestMember = cache(async (): Promise<Member | null> => findMember(await headers()));

async function memberWith(head: Headers, permission: Permission): Promise<Member> {
  const member = await findMember(head);
  if (!member) throw new AppError("unauthenticated", "Nobody is signed in; sign in and try again.");
  if (can(member.role, permission)) return member;
  throw new AppError(
    "forbidden",
    `Your role in this team, ${member.role}, does not include "${permission}"; ask an owner.`,
  );
}

function checkSource(request: Request): void {
  if (request.method === "GET" || request.method === "HEAD") checkHost(request.headers);
  else checkOrigin(request.headers);
}

/** An answer of the API is never a page: nothing in it may run, be framed or be kept, unless its route says otherwise. */
function locked(response: Response): Response {
  const { headers: head } = response;
  if (!head.has("content-security-policy")) {
    head.set("content-security-policy", "default-src 'none'; frame-ancestors 'none'; sandbox");
  }
  if (!head.has("cache-control")) head.set("cache-control", "no-store");
  return response;
}
