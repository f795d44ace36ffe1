import "server-only";
import { lookup as resolve } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { Agent, buildConnector, type Dispatcher, request } from "undici";
import { isPublicAddress } from "#lib/core/private-address.ts";
import { singleton } from "#lib/core/singleton.ts";
import { compressed, httpFailure, privateAddress, tooLarge } from "./failures.ts";

/** The body of an answer that comes event by event. */
export type EventStream = Dispatcher.ResponseData["body"];

export type ExchangeLimits = {
  /** Without a byte, also before the first one. */
  idleMs: number;
  /** From the request to the end of its answer. */
  totalMs: number;
  /** Of one answer. */
  bytes: number;
};

type Outbound = {
  /** How failures name the server. */
  address: string;
  headers: Readonly<Record<string, string>>;
  allowPrivate: boolean;
  limits: ExchangeLimits;
};

/**
 * The client's way out. An answer that is no success becomes a `ModelFailure`; a stream of events is left to `eventsOf`,
 * and any other answer is read whole.
 */
export function makeFetch({ address, headers, allowPrivate, limits }: Outbound): typeof fetch {
  return async (input, init) => {
    const answer = await request(String(input), {
      method: (init?.method ?? "GET").toUpperCase() as Dispatcher.HttpMethod,
      // Compressed answers would have to be counted twice.
      headers: {
        accept: "application/json",
        "content-type": "application/json",
        "accept-encoding": "identity",
        "user-agent": "toolroom",
        ...headers,
      },
      body: typeof init?.body === "string" ? init.body : null,
      signal: init?.signal ?? null,
      dispatcher: allowPrivate ? anywhere() : publicOnly(),
      headersTimeout: limits.idleMs,
      bodyTimeout: limits.idleMs,
    });
    // Told where the body is read; one that nobody reads any more has nothing to tell.
    answer.body.on("error", () => undefined);
    const type = textOf(answer.headers["content-type"]);
    const encoding = textOf(answer.headers["content-encoding"]);
    if (encoding !== "" && encoding !== "identity") {
      answer.body.destroy();
      throw compressed(address, encoding);
    }
    if (answer.statusCode < 300 && type.includes("event-stream")) {
      const response = new Response(null, { headers: { "content-type": type } });
      streams.set(response, answer.body);
      return response;
    }
    const text = await readText(answer.body, { most: limits.bytes, address });
    if (answer.statusCode >= 300) {
      throw httpFailure(address, { status: answer.statusCode, headers: answer.headers, text });
    }
    return new Response(text, { headers: { "content-type": type } });
  };
}

/** The events of an answer that `makeFetch` gave, or null for one that was read whole. */
export function eventsOf(response: Response): EventStream | null {
  return streams.get(response) ?? null;
}

/** Beside the responses: as a web stream each piece would cost several times as much. */
const streams = new WeakMap<Response, EventStream>();

const CONNECT_MS = 10_000;
/** A tool runs between two turns; most servers keep a connection longer than this. */
const KEEP_ALIVE_MS = 30_000;

function anywhere(): Agent {
  const connect = { timeout: CONNECT_MS };
  return singleton("providers anywhere", () => new Agent({ connect, keepAliveTimeout: KEEP_ALIVE_MS, allowH2: false }));
}

/** Looks at the addresses that a connection really goes to: a name that was checked before can lead elsewhere by now. */
function publicOnly(): Agent {
  return singleton("providers public", () => {
    const connector = buildConnector({ timeout: CONNECT_MS, allowH2: false, lookup: lookupPublic });
    return new Agent({
      keepAliveTimeout: KEEP_ALIVE_MS,
      allowH2: false,
      connect(options, done) {
        const host = options.hostname.replace(/^\[|\]$/g, "");
        if (isIP(host) !== 0 && !isPublicAddress(host)) done(privateAddress(host, host), null);
        else connector(options, done);
      },
    });
  });
}

const lookupPublic: LookupFunction = (host, options, done) => {
  resolve(host, { ...options, all: true }, (error, found) => {
    if (error) return done(error, "");
    const open = found.filter(({ address }) => isPublicAddress(address));
    const [first] = open;
    if (!first) return done(privateAddress(host, found[0]?.address ?? "no address"), "");
    return options.all ? done(null, open) : done(null, first.address, first.family);
  });
};

async function readText(body: EventStream, { most, address }: { most: number; address: string }): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > most) throw tooLarge(address, most);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function textOf(header: string | string[] | undefined): string {
  return String(header ?? "").toLowerCase();
}
