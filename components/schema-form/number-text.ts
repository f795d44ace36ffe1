const TYPED = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const LARGEST_SHIFT = 1000;

/** The JSON spelling of a number as people type it ("+5", ".5", "007"), with every digit; null when it is none. */
export function numberText(typed: string): string | null {
  const text = typed.trim();
  if (JSON_NUMBER.test(text)) return text;
  const [, sign = "", whole = "", fraction = "", exponent] = TYPED.exec(text) ?? [];
  if (whole === "" && fraction === "") return null;
  const digits = whole.replace(/^0+(?=\d)/, "") || "0";
  return `${sign === "-" ? "-" : ""}${digits}${fraction && `.${fraction}`}${exponent === undefined ? "" : `e${exponent}`}`;
}

/** Whether a JSON number is whole: 5, 5.0 and 5e3 are. */
export function isWhole(text: string): boolean {
  const { coefficient, exponent } = decimal(text);
  return coefficient === 0n || exponent >= 0;
}

/** Below, at or above 0 as `left` is less than, equal to or greater than `right`; exact at any size. */
export function compareNumbers(left: string, right: string): number {
  const [a, b] = aligned(left, right) ?? [Number(left), Number(right)];
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Whether `text` is a whole number of steps; exact, so that 0.3 is a multiple of 0.1. */
export function isMultipleOf(text: string, step: string): boolean {
  const pair = aligned(text, step);
  if (!pair) return Number.isInteger(Number(text) / Number(step));
  return pair[1] !== 0n && pair[0] % pair[1] === 0n;
}

/** A number as coefficient × 10 ^ exponent, trailing zeros moved to the exponent. */
function decimal(text: string): { coefficient: bigint; exponent: number } {
  const [mantissa = "0", power = "0"] = text.toLowerCase().split("e");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  const digits = `${whole}${fraction}`;
  const short = digits.replace(/0+$/, "");
  if (short === "" || short === "-") return { coefficient: 0n, exponent: 0 };
  return { coefficient: BigInt(short), exponent: Number(power) - fraction.length + digits.length - short.length };
}

function aligned(left: string, right: string): [bigint, bigint] | null {
  const [a, b] = [decimal(left), decimal(right)];
  const shift = Math.min(a.exponent, b.exponent);
  if (Math.max(a.exponent, b.exponent) - shift > LARGEST_SHIFT) return null;
  return [a.coefficient * 10n ** BigInt(a.exponent - shift), b.coefficient * 10n ** BigInt(b.exponent - shift)];
}
