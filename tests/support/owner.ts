import type { Studio } from "./studio.ts";

/** The person who makes the first account. */
export const OWNER = { name: "Ada", email: "ada@example.com", password: "correct horse", teamName: "Research" };

/** Calls the studio's routes as a signed-in program does: with the session's cookie and the studio as its Origin. */
export type Caller = ((path: string, init?: RequestInit) => Promise<Response>) & { cookie: string };

/** Makes the first account through the page's own form, without a browser, and signs it in. */
export async function signUpOwner(studio: Studio): Promise<Caller> {
  const address = `${studio.url}/sign-up?token=${studio.token}`;
  const page = await (await fetch(address)).text();
  const form = new FormData();
  for (const [name, value] of hiddenFields(page)) form.set(name, value);
  for (const [name, value] of Object.entries(OWNER)) form.set(name, value);
  const answer = await fetch(address, {
    method: "POST",
    body: form,
    headers: { origin: studio.url },
    redirect: "manual",
  });
  if (answer.status >= 400 || answer.headers.getSetCookie().length === 0) {
    throw new Error(`The first account could not be made: ${answer.status} ${await answer.text()}`);
  }
  return callerOf(studio, answer);
}

/** Signs the owner in once more, as another browser would. */
export function signInOwner(studio: Pick<Studio, "url">): Promise<Caller> {
  return signInAs(studio, OWNER);
}

/** Signs somebody in who has an account. */
export async function signInAs(
  studio: Pick<Studio, "url">,
  { email, password }: { email: string; password: string },
): Promise<Caller> {
  const answer = await fetch(`${studio.url}/api/auth/sign-in/email`, {
    method: "POST",
    body: JSON.stringify({ email, password }),
    headers: { origin: studio.url, "content-type": "application/json" },
  });
  if (!answer.ok) throw new Error(`${email} could not sign in: ${answer.status} ${await answer.text()}`);
  return callerOf(studio, answer);
}

function callerOf(studio: Pick<Studio, "url">, answer: Response): Caller {
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const call = (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set("cookie", cookie);
    if (!headers.has("origin")) headers.set("origin", studio.url);
    return fetch(studio.url + path, { ...init, headers });
  };
  return Object.assign(call, { cookie });
}

function hiddenFields(page: string): [string, string][] {
  const inputs = page.match(/<input[^>]*type="hidden"[^>]*>/g) ?? [];
  return inputs.map((input) => [attribute(input, "name"), attribute(input, "value")]);
}

function attribute(tag: string, name: string): string {
  const value = new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? "";
  const entities: Record<string, string> = { "&quot;": '"', "&#x27;": "'", "&lt;": "<", "&gt;": ">", "&amp;": "&" };
  return value.replaceAll(/&(quot|#x27|lt|gt|amp);/g, (entity) => entities[entity] ?? entity);
}
