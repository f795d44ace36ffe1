import type { Format } from "ajv";
import { fullFormats } from "ajv-formats/dist/formats.js";
import { isBase64 } from "./encoding.ts";

/** Whether a text may go out under this format: of dates, times, addresses and UUIDs the server is as strict. */
export function hasFormat(format: string, text: string): boolean {
  return accepts(STRICT.get(format), text);
}

/** Whether a text also looks as the format's own standard has it; what does not may still be right for the tool. */
export function hasUsualNotation(format: string, text: string): boolean {
  return accepts(USUAL.get(format), text);
}

const { date, email, ipv4, ipv6, uuid } = fullFormats;

/** Times need no zone here, since Pydantic takes them without; the standard's own rule only warns. */
const STRICT = new Map<string, Format>([
  ...Object.entries({ date, email, ipv4, ipv6, uuid }),
  ["date-time", /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d([.,]\d+)?)?\s?(Z|[+-]\d\d:?(\d\d)?)?)?$/i],
  ["time", /^\d\d:\d\d(:\d\d([.,]\d+)?)?\s?(Z|[+-]\d\d:?(\d\d)?)?$/i],
]);

const USUAL = new Map<string, Format>([
  ...Object.entries(fullFormats),
  ["time", fullFormats["iso-time"]],
  ["byte", (text) => isBase64(text, "base64")],
  ["base64", (text) => isBase64(text, "base64")],
  ["base64url", (text) => isBase64(text, "base64url")],
]);

function accepts(format: Format | undefined, text: string): boolean {
  if (format instanceof RegExp) return format.test(text);
  if (typeof format === "function") return format(text);
  if (typeof format !== "object" || format.type === "number" || typeof format.validate === "boolean") return true;
  if (typeof format.validate === "function") return Boolean((format.validate as (text: string) => unknown)(text));
  return new RegExp(format.validate).test(text);
}
