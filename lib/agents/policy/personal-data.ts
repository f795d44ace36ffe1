import { isValidPhoneNumber, parsePhoneNumberFromString } from "libphonenumber-js";
import isCreditCard from "validator/lib/isCreditCard.js";
import isEmail from "validator/lib/isEmail.js";
import isIBAN from "validator/lib/isIBAN.js";
import { isResidentNumber } from "./resident-number.ts";
import type { PersonalKind } from "./schema.ts";

/**
 * The first of these kinds of personal data that the text holds; null when it holds none. A number counts only where its own rules
 * hold, such as a check digit or a prefix that is in use, and where it stands alone: a part of an identifier is none.
 */
export function findPersonalData(text: string, kinds: readonly PersonalKind[]): PersonalKind | null {
  const plain = text.normalize("NFKC").replaceAll(DASHES, "-").replaceAll(SPACES, " ");
  return kinds.find((kind) => has(plain, FINDERS[kind])) ?? null;
}

type Finder = { pattern: RegExp; is: (found: string) => boolean };

const DASHES = /[\u2010-\u2015\u2212]/g;
const SPACES = /[\u00a0\u2000-\u200a\u202f\u3000]/g;
/** Nothing before and after that would make it a part of something longer. Every repetition has a bound, so that time is linear. */
const ALONE = { before: "(?<![\\w+-]|\\d\\.)", after: "(?![\\w-]|\\.\\d)" };

function alone(pattern: string): RegExp {
  return new RegExp(`${ALONE.before}(?:${pattern})${ALONE.after}`, "g");
}

const NAME = "[^\\s<>()\\[\\]{}\"'`,;:|@\\\\/=]";

const FINDERS: Record<PersonalKind, Finder> = {
  email: {
    pattern: new RegExp(`${NAME}{1,64}@${NAME}{1,255}(?::(?=[^\\s\\d]))?`, "g"),
    is: (found) => {
      // An address of a repository such as git@host:path, and a file such as icon@2x.png, are nobody's.
      const address = found.replace(/[.!?]+$/, "").replace(/^[.*_-]+/, "");
      return !address.endsWith(":") && !/@\d+x\./.test(address) && isEmail(address, { allow_utf8_local_part: true });
    },
  },
  phone: {
    pattern: /(?<![\w+-]|\d\.)(?:\+\d(?:[ ().-]{0,2}\d){6,14}|(?:\(\d{3}\) ?|\d{3}[-.])\d{3}[-.]\d{4})(?![\w-])/g,
    is: (found) => parsePhoneNumberFromString(found, "US")?.isValid() === true,
  },
  koreanPhone: {
    // Without any sign between its parts only a number that begins with 010 is told from other numbers.
    pattern: alone(
      "(?:\\+82[ -]?\\(?0?\\)?|0)1[016789][ .-]\\d{3,4}[ .-]\\d{4}|(?:\\+82[ -]?0?|0)10\\d{8}|(?:\\+82[ -]?\\(?0?|\\(?0)(?:2|[3-6][1-5]|70|80|50\\d)[).-] ?\\d{3,4}[.-]\\d{4}",
    ),
    is: (found) => isValidPhoneNumber(found, "KR"),
  },
  koreanResident: { pattern: alone("\\d{6} ?-? ?[1-8]\\d{6}"), is: isResidentNumber },
  creditCard: {
    pattern: alone("\\d{13,19}|\\d{4}([ -])\\d{4}\\1\\d{4}\\1\\d{1,7}|\\d{4}([ -])\\d{6}\\2\\d{4,5}"),
    is: (found) => isCreditCard(found),
  },
  iban: {
    pattern: alone("[A-Z]{2}\\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?"),
    is: isAccount,
  },
  usSocialSecurity: {
    pattern: alone("(?!000|666|9)\\d{3}([ -])(?!00)\\d{2}\\1(?!0000)\\d{4}"),
    is: () => true,
  },
};

export const PERSONAL_KINDS = Object.keys(FINDERS) as PersonalKind[];

function has(text: string, { pattern, is }: Finder): boolean {
  for (const [found] of text.matchAll(pattern)) if (is(found)) return true;
  return false;
}

/** Words in capitals may follow an account's number, so that it may end after any of its groups. */
function isAccount(found: string): boolean {
  const groups = found.split(" ");
  return groups.some((_, at) => isIBAN(groups.slice(0, at + 1).join("")));
}
