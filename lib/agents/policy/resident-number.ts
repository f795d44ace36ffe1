const WEIGHTS = [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5];
/** From here on numbers were given out without a check digit. */
const LAST_CHECKED = "2020-09-30";

/**
 * Whether six digits, a hyphen and seven digits are a Korean resident's number: the date of birth is one, and where numbers of that
 * day have a check digit, it is right. Without a hyphen it always has to be.
 */
export function isResidentNumber(text: string): boolean {
  const digits = text.replaceAll(/\D/g, "");
  if (digits.length !== 13) return false;
  const kind = Number(digits[6]);
  const born = birthOf(digits, kind);
  if (born === null) return false;
  const isForeign = kind >= 5;
  const mayLackCheck = text.includes("-") && (isForeign || born > LAST_CHECKED);
  return mayLackCheck || Number(digits[12]) === checkDigit(digits, isForeign ? 13 : 11);
}

/** The date of birth as `YYYY-MM-DD`; null for a day that is in no calendar. The seventh digit tells the century. */
function birthOf(digits: string, kind: number): string | null {
  const century = [3, 4, 7, 8].includes(kind) ? "20" : "19";
  const date = `${century}${digits.slice(0, 2)}-${digits.slice(2, 4)}-${digits.slice(4, 6)}`;
  const day = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date) ? date : null;
}

function checkDigit(digits: string, base: 11 | 13): number {
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(digits[at]), 0);
  return (base - (sum % 11)) % 10;
}
