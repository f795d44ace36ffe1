import { RE2JS, RE2JSException, RE2JSSyntaxException } from "re2js";
import type { Redactor } from "#lib/secrets/redact.ts";
import { findBlockedHost } from "./blocked-hosts.ts";
import { findPersonalData, PERSONAL_KINDS } from "./personal-data.ts";
import type { PersonalKind, PureCheck } from "./schema.ts";
import { findSecretShape } from "./secret-shapes.ts";

/**
 * What a check has against a text, such as `it holds an e-mail address`, without any of the text; null when it has nothing.
 * `secrets` hides the values that are secret. Takes time that only grows with the text; never throws, and trips on a pattern that cannot be read.
 */
export function checkText(check: PureCheck, text: string, secrets: Redactor | null): string | null {
  switch (check.type) {
    case "pattern":
      return hasPattern(check, text) ? "its pattern is in it" : null;
    case "longest":
      return text.length > check.characters
        ? `it has ${text.length} characters, and at most ${check.characters} are allowed`
        : null;
    case "secrets":
      return secretIn(text, secrets);
    case "personalData": {
      const kind = findPersonalData(withStrings(text), check.kinds ?? PERSONAL_KINDS);
      return kind && `it holds what looks like ${PERSONAL_WORDS[kind]}`;
    }
    case "blockedHosts": {
      const host = findBlockedHost(withStrings(text), check.hosts);
      return host && `it names the blocked host ${host}`;
    }
  }
}

/** What is wrong with a pattern, for whoever wrote it; null when it can be read. */
export function patternProblem(pattern: string): string | null {
  try {
    RE2JS.compile(pattern);
    return null;
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    const place = error instanceof RE2JSSyntaxException && error.getPattern();
    const what = error instanceof RE2JSSyntaxException ? error.getDescription() : error.message;
    return place ? `${what}, at ${place.slice(0, 200)}` : what;
  }
}

const PERSONAL_WORDS: Record<PersonalKind, string> = {
  email: "an e-mail address",
  phone: "a telephone number",
  koreanPhone: "a Korean telephone number",
  koreanResident: "a Korean resident registration number",
  creditCard: "a credit card's number",
  iban: "a bank account's number (IBAN)",
  usSocialSecurity: "a US social security number",
};

function hasPattern({ pattern, ignoreCase }: Extract<PureCheck, { type: "pattern" }>, text: string): boolean {
  if (patternProblem(pattern) !== null) return true;
  return RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0)
    .matcher(text)
    .find();
}

function secretIn(text: string, secrets: Redactor | null): string | null {
  const whole = withStrings(text);
  const shape = findSecretShape(whole);
  if (shape !== null) return `it holds what looks like ${shape}`;
  return secrets === null || secrets.text(whole) === whole ? null : "it holds a secret of a tool's configuration";
}

/** JSON can spell a letter in other ways, so that its texts are looked at as whoever reads them gets them. */
function withStrings(text: string): string {
  if (!/^\s*[[{"]/.test(text)) return text;
  try {
    const strings: string[] = [];
    JSON.parse(text, (key, value: unknown) => {
      strings.push(key);
      if (typeof value === "string") strings.push(value);
      return value;
    });
    return [text, ...strings].join("\n");
  } catch {
    return text;
  }
}
