import "server-only";
import OpenAI from "openai";
import { AppError } from "#lib/core/errors.ts";
import { createRedactor, type Redactor } from "#lib/secrets/redact.ts";
import { type ExchangeLimits, makeFetch } from "./outbound.ts";
import type { ProviderApi } from "./schema.ts";

/** How to reach a model server. */
export type ConnectionSettings = {
  api: ProviderApi;
  /** Up to the version, such as `https://api.openai.com/v1`. */
  baseUrl: string;
  key: string | null;
  headers?: Readonly<Record<string, string>>;
  /** Whether the address may be a private one, such as a server on this machine. */
  allowPrivate: boolean;
  limits?: Partial<ExchangeLimits>;
};

/** A client of one model server, and what is known of the server when it fails. */
export type Connection = {
  api: ProviderApi;
  client: OpenAI;
  /** The base URL as people may read it: without a query. */
  address: string;
  allowPrivate: boolean;
  limits: ExchangeLimits;
  /** Takes key and headers out of whatever the server says. */
  redactor: Redactor;
};

/**
 * Makes a client; nothing is sent yet. It follows no redirects, tries nothing twice, and reads no variables.
 * Throws `invalid_input` for a base URL that is none.
 */
export function openConnection(settings: ConnectionSettings): Connection {
  const { api, baseUrl, key, headers = {}, allowPrivate } = settings;
  const limits = { ...USUAL_LIMITS, ...settings.limits };
  const secrets = [key ?? "", ...Object.values(headers)].filter(({ length }) => length >= SHORTEST_SECRET);
  const address = addressOf(baseUrl);
  const own = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const sent = { ...(key !== null && { authorization: `Bearer ${key}` }), ...Object.fromEntries(own) };
  const client = new OpenAI({
    baseURL: baseUrl,
    // The client wants one, and finds others in the environment; what is sent is decided by the headers below.
    apiKey: "-",
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    // Its own clock does not know of the time that an answer takes to stream.
    timeout: limits.totalMs + 60_000,
    logLevel: "off",
    fetch: makeFetch({ address, headers: sent, allowPrivate, limits }),
  });
  return { api, client, address, allowPrivate, limits, redactor: createRedactor(secrets) };
}

const USUAL_LIMITS: ExchangeLimits = { idleMs: 120_000, totalMs: 30 * 60_000, bytes: 64 * 1024 * 1024 };

/** A shorter value hides nothing, and taking it out would spoil every sentence. */
const SHORTEST_SECRET = 4;

function addressOf(baseUrl: string): string {
  if (!/^https?:/i.test(baseUrl) || !URL.canParse(baseUrl)) {
    throw new AppError(
      "invalid_input",
      `"${baseUrl}" is not a base URL; write one such as "https://api.openai.com/v1".`,
    );
  }
  const { origin, pathname } = new URL(baseUrl);
  return origin + pathname.replace(/\/$/, "");
}
