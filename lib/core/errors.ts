/** Every error code with the HTTP status that carries it. */
export const ERROR_STATUS = {
  invalid_input: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  tool_failed: 422,
  guardrail_tripped: 422,
  rate_limited: 429,
  cancelled: 499,
  internal: 500,
  provider_failed: 502,
  tool_crashed: 502,
  tool_timeout: 504,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** The one error class: its message is a sentence for the person who can act, and names the thing and the value. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** What a person may read of any thrown value; the text of an unexpected one stays in the server's log. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  return new AppError("internal", "Something went wrong on the server; its log says more.", { cause: thrown });
}
