import type { Redactor } from "#lib/secrets/redact.ts";
import { ModelFailure } from "./model.ts";
import { isAgainStatus, wordsOf } from "./server-words.ts";

/** What kept an exchange from its end, as a failure where it has to do with the server or the way to it; faults of the studio stay as they are. */
export function readFailure(thrown: unknown, address: string): unknown {
  const chain = causesOf(thrown);
  const told = chain.find((error) => error instanceof ModelFailure);
  if (told) return told;
  if (thrown instanceof SyntaxError) return brokenFrame(address);
  const code = chain.map(codeOf).find((each) => each !== null) ?? null;
  if (code !== null) return networkFailure(code, { address, message: String(chain.at(-1)?.message) });
  return thrown;
}

/** A failure without the secrets that the server's words, or the way to it, may hold. */
export function redactFailure(failure: unknown, redactor: Redactor): unknown {
  if (!(failure instanceof ModelFailure)) return failure;
  const { again, retryAfterMs, answered } = failure;
  // Made anew: a stack begins with the message that it was made with.
  return new ModelFailure(redactor.text(failure.message), { again, retryAfterMs, answered });
}

type HttpAnswer = { status: number; headers: Record<string, string | string[] | undefined>; text: string };

/** An answer with a status that is no success. */
export function httpFailure(address: string, { status, headers, text }: HttpAnswer): ModelFailure {
  const { words, code } = wordsOf(text);
  const isSpent = /insufficient_quota|billing/.test(code);
  const advice = isSpent ? "The account has nothing left: add to it, or use another key." : adviceFor(status, headers);
  return new ModelFailure(`${address} answered ${status}${words && `: ${words}`}. ${advice}`.trim(), {
    again: isAgainStatus(status) && !isSpent,
    retryAfterMs: retryAfter(headers),
    answered: status,
  });
}

export function privateAddress(host: string, address: string): ModelFailure {
  return failure(
    `${host} is at ${address}, which is not a public address; allow private addresses for this provider if it is a server of yours.`,
  );
}

export function disconnected(address: string): ModelFailure {
  return again(`${address} was disconnected before its answer was whole.`);
}

export function tooLarge(address: string, bytes: number): ModelFailure {
  return failure(`The answer of ${address} is larger than ${Math.round(bytes / 1024 / 1024)} MiB.`);
}

export function tooLong(address: string, ms: number): ModelFailure {
  return failure(`${address} did not finish its answer within ${ms / 1000} seconds.`);
}

export function compressed(address: string, encoding: string): ModelFailure {
  return failure(`${address} answered in the encoding ${JSON.stringify(encoding)}, though none was asked for.`);
}

/** A success whose body is neither a stream of events nor an answer. */
export function notAnAnswer(address: string, text: string): ModelFailure {
  const what = /^\s*</.test(text) ? "a web page" : "something else";
  return failure(`${address} answered with ${what} and not as a model; check the base URL, which often ends in /v1.`);
}

function brokenFrame(address: string): ModelFailure {
  return again(`${address} sent a piece of its answer that is not JSON.`);
}

function causesOf(thrown: unknown): Error[] {
  const chain: Error[] = [];
  for (let at = thrown; at instanceof Error && chain.length < 8; at = at.cause) chain.push(at);
  return chain;
}

function codeOf(error: Error): string | null {
  const { code } = error as { code?: unknown };
  if (typeof code === "string") return code;
  return error.name === "HTTPParserError" ? "HPE" : null;
}

const CUT = /^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|UND_ERR_ABORTED)$/;
const UNREACHED = /^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)$/;
const SILENT = /^UND_ERR_(HEADERS|BODY)_TIMEOUT$/;
const TLS = /CERT|SIGNATURE|SSL|TLS|^EPROTO$/;

function networkFailure(code: string, { address, message }: { address: string; message: string }): ModelFailure {
  const { host, hostname } = new URL(address);
  if (code === "ECONNREFUSED") {
    return again(`${host} refused the connection; check that the server runs and that the base URL names its port.`);
  }
  if (code === "ENOTFOUND") return failure(`The name ${hostname} leads nowhere; check the base URL.`);
  if (SILENT.test(code)) return again(`${address} was silent for too long.`);
  if (CUT.test(code)) return disconnected(address);
  if (UNREACHED.test(code)) return again(`${host} could not be reached (${code}); check the base URL and the network.`);
  if (TLS.test(code)) {
    return failure(
      `${host} could not be trusted (${code}); check its certificate, and whether the base URL needs http.`,
    );
  }
  if (code.startsWith("HPE")) return failure(`${host} does not speak HTTP (${code}); check the base URL.`);
  return failure(`The request to ${address} failed: ${message} (${code}).`);
}

function adviceFor(status: number, headers: HttpAnswer["headers"]): string {
  if (status === 401 || status === 403) return "Check the provider's key, and that it may use this model.";
  if (status === 404) return "Check the model's name and the base URL.";
  if (status === 429) return "It has too many requests: wait, or ask less often.";
  if (status >= 300 && status < 400) {
    return `It sends on to ${placeOf(headers.location)}; enter that as base URL, since a key is not taken along.`;
  }
  if (status >= 500 || isAgainStatus(status)) return "";
  return "Check the model's name and its settings.";
}

function placeOf(location: string | string[] | undefined): string {
  const written = String(location);
  if (!URL.canParse(written)) return "another place";
  const { origin, pathname } = new URL(written);
  return origin + pathname;
}

/** `retry-after-ms`, or `Retry-After` in seconds or as a date; null when the server named no time to come. */
function retryAfter(headers: HttpAnswer["headers"]): number | null {
  const exact = Number.parseFloat(String(headers["retry-after-ms"]));
  if (exact >= 0) return exact;
  const written = String(headers["retry-after"] ?? "");
  if (/^\d+(\.\d+)?$/.test(written)) return Number(written) * 1000;
  const wait = Date.parse(written) - Date.now();
  return wait > 0 ? wait : null;
}

function again(message: string): ModelFailure {
  return new ModelFailure(message, { again: true });
}

function failure(message: string): ModelFailure {
  return new ModelFailure(message, { again: false });
}
