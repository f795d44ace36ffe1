import "server-only";
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import type { Socket } from "node:net";
import { AppError } from "#lib/core/errors.ts";
import type { NetworkPolicy } from "../schema.ts";
import { NetworkSetting } from "./policy.ts";

/** What one tool may do at the proxy, and the connections it has there. */
export type Admission = {
  policy: NetworkPolicy;
  /** Of the credentials, which are kept nowhere else. */
  digest: Buffer;
  lookup: Lookup;
  limits: Limits;
  connections: Set<Socket>;
};

export type AdmitOptions = { lookup?: Lookup; limits?: Partial<Limits> };

/** All addresses of a name; rejects when it has none. */
type Lookup = (host: string) => Promise<LookupAddress[]>;

type Limits = {
  /** Open at the same time. */
  connections: number;
  /** Until a host is resolved and has accepted. */
  connectMs: number;
  /** Without a byte in either direction. */
  idleMs: number;
};

const USUAL_LIMITS: Limits = { connections: 64, connectMs: 10_000, idleMs: 120_000 };

const USER = "toolroom";
const TOKEN_BYTES = 24;

/** Makes an admission for these hosts and the token that proves it. Throws `invalid_input` for an entry that is no host. */
export function makeAdmission(hosts: readonly string[], options: AdmitOptions = {}) {
  const policy = NetworkSetting.safeParse({ allow: hosts });
  if (!policy.success) throw new AppError("invalid_input", `${policy.error.issues[0]?.message}.`);
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const admission: Admission = {
    policy: policy.data,
    digest: digestOf(`${USER}:${token}`),
    lookup: options.lookup ?? ((host) => lookup(host, { all: true })),
    limits: { ...USUAL_LIMITS, ...options.limits },
    connections: new Set(),
  };
  return { admission, token };
}

/** The admission that a `Proxy-Authorization` proves, or null. The time it takes says nothing about any token. */
export function findAdmission(admissions: Iterable<Admission>, header: string | undefined): Admission | null {
  const [, encoded = ""] = /^Basic +([\w+/=-]+)$/i.exec(header ?? "") ?? [];
  const given = digestOf(Buffer.from(encoded, "base64").toString());
  let found: Admission | null = null;
  for (const admission of admissions) if (timingSafeEqual(admission.digest, given)) found = admission;
  return found;
}

function digestOf(credentials: string): Buffer {
  return createHash("sha256").update(credentials).digest();
}
