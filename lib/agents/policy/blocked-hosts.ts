import { domainToASCII } from "node:url";
import ipaddr from "ipaddr.js";

/** The blocked host that a text names, or one below it, in an address or by itself; null when it names none. */
export function findBlockedHost(text: string, blocked: readonly string[]): string | null {
  const names = blocked.map((host) => plainHost(host)).filter((host) => host !== "");
  for (const host of hostsIn(text.replaceAll(INVISIBLE, ""))) {
    const found = names.find((name) => host === name || host.endsWith(`.${name}`));
    if (found !== undefined) return found;
  }
  return null;
}

/** What a reader does not see, and what addresses are read without. */
const INVISIBLE = /\u00ad|[\u200b-\u200d]|\u2060|[\ufe00-\ufe0f]|\ufeff/g;
const ENDS_ADDRESS = /[\s<>"'`|^{}]+/;
const NOT_IN_HOST = /[^\p{L}\p{N}\p{M}_.。．｡-]+/u;
const DOT = /[.。．｡]/;
const SCHEME = /[a-z][a-z0-9+.-]{0,30}:[\\/]{2}/gi;
const LONGEST_WORD = 1000;

function* hostsIn(text: string): Generator<string> {
  for (const word of text.split(ENDS_ADDRESS)) {
    const begins = [...word.matchAll(SCHEME)].map(({ index }) => index);
    yield* bareHosts(word.slice(0, begins[0]));
    for (const [at, begin] of begins.entries()) {
      const address = word.slice(begin, begins[at + 1]);
      const url = readUrl(address);
      if (!url) yield* bareHosts(address);
      // An address can carry another one, spelled out or encoded; who it says to be is no host.
      else yield* [plainHost(url.hostname), ...bareHosts(decode(decode(`${url.pathname} ${url.search} ${url.hash}`)))];
    }
  }
}

function readUrl(text: string): URL | null {
  // Of other schemes the host would be kept as it is written.
  return URL.parse(text.replace(/^[a-z][a-z0-9+.-]*:/i, "http:").replace(/[)\],;.!?]+$/, ""));
}

function* bareHosts(text: string): Generator<string> {
  for (const word of text.split(NOT_IN_HOST)) {
    if (!DOT.test(word) || word.length > LONGEST_WORD) continue;
    yield plainHost(word);
    // A Korean particle stands right behind the name.
    const name = word.replace(/(?<=[a-z0-9])\p{scx=Hangul}+$/iu, "");
    if (name !== word) yield plainHost(name);
  }
}

/** In small ASCII letters, without a dot at its end; empty for what no host can be called. */
function plainHost(host: string): string {
  const bare = host.trim().replace(/^\*?[.。．｡]+|[.。．｡]+$/g, "");
  const address = bare.replace(/^\[|\]$/g, "");
  // Another spelling of the same address, such as ::ffff:10.0.0.1.
  if (ipaddr.isValid(address)) return ipaddr.process(address).toString();
  return domainToASCII(bare).replace(/\.$/, "");
}

function decode(text: string): string {
  return text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return " ";
    }
  });
}
