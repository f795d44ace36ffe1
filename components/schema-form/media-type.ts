/**
 * Whether a file of the media type `type`, as its system names it, may be what a schema asks for. Only where a system surely knows
 * (pictures, sound, film, fonts, PDF) can it be told: a CSV file, for one, goes by half a dozen names.
 */
export function mayBe(type: string, asked: string): boolean {
  const [has, wants] = [essence(type), essence(asked)];
  if (has === "" || ANYTHING.has(has) || ANYTHING.has(wants) || has === wants) return true;
  if (wants.endsWith("/*")) return has.startsWith(wants.slice(0, -1)) || !isSure(has);
  return !isSure(has) && !isSure(wants);
}

const ANYTHING = new Set(["*/*", "application/octet-stream"]);
const ALIASES = new Map([
  ["image/jpg", "image/jpeg"],
  ["audio/mp3", "audio/mpeg"],
  ["audio/wave", "audio/wav"],
]);

/** The type without parameters, and by its usual name. */
function essence(type: string): string {
  const [bare = ""] = type.toLowerCase().split(";");
  const plain = bare.trim().replace("/x-", "/");
  return ALIASES.get(plain) ?? plain;
}

function isSure(type: string): boolean {
  return /^(image|audio|video|font)\/|^application\/pdf$/.test(type);
}
