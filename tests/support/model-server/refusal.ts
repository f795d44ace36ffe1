import type { ServerResponse } from "node:http";
import type { Fault } from "./script.ts";

type Reason = { message: string; param?: string | null; code?: string | null };

/** Why a request gets an error instead of an answer; as a violation it also fails the test. */
export class Refusal extends Error {
  readonly status: number;
  readonly param: string | null;
  readonly code: string | null;
  readonly isViolation: boolean;

  constructor(status: number, { message, param = null, code = null, isViolation }: Reason & { isViolation: boolean }) {
    super(message);
    this.status = status;
    this.param = param;
    this.code = code;
    this.isViolation = isViolation;
  }
}

/** What OpenAI would refuse. */
export function violation(message: string, param: string | null = null): Refusal {
  return new Refusal(400, { message, param, isViolation: true });
}

/** Answers in OpenAI's error shape. */
export function sendRefusal(response: ServerResponse, { status, message, param, code }: Refusal): void {
  sendError(response, { status, error: { message, type: typeOf(status), param, code } });
}

/** Answers with the scripted HTTP error, and tells whether the fault is one. */
export function sendHttpFault(response: ServerResponse, fault: Fault | undefined): boolean {
  if (fault?.kind === "html") {
    response.writeHead(fault.status, { "content-type": "text/html" });
    response.end(`<html><head><title>${fault.status}</title></head><body><h1>Bad gateway</h1></body></html>`);
    return true;
  }
  if (fault?.kind !== "status") return false;
  const { status, headers, code = null, message = `Scripted answer with status ${fault.status}.` } = fault;
  sendError(response, { status, headers, error: { message, type: typeOf(status), param: null, code } });
  return true;
}

type Failure = { status: number; headers?: Record<string, string> | undefined; error: Record<string, unknown> };

function sendError(response: ServerResponse, { status, headers, error }: Failure): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify({ error }));
}

function typeOf(status: number): string {
  if (status === 429) return "rate_limit_exceeded";
  return status >= 500 ? "server_error" : "invalid_request_error";
}
