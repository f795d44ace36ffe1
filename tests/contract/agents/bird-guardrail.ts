/** What guardrails of these tests trip on. */
export const SECRET = "blue heron";

/** A guardrail on one stage that trips where the secret is found. */
export function guardrail(on: string, more: object = {}) {
  return { name: `No birds in ${on}`, on, check: { type: "pattern", pattern: SECRET }, ...more };
}
