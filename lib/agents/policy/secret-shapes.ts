/**
 * What a secret in the text looks like, such as `an AWS key`; null when nothing in it does. Only shapes that hardly anything else
 * has are known.
 */
export function findSecretShape(text: string): string | null {
  if (/-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/.test(text)) return "a private key";
  // Each word is looked at once from its beginning, so that time grows only with the text.
  for (const word of text.split(/[^A-Za-z0-9_.-]+/)) {
    const found = SHAPES.find(({ shape, is = () => true }) => shape.test(word) && is(word));
    if (found) return found.name;
  }
  return null;
}

type Shape = { name: string; shape: RegExp; is?: (word: string) => boolean };

const SHAPES: readonly Shape[] = [
  // Names such as sk-loading-indicator-small look alike.
  { name: "an OpenAI key", shape: /^sk-[A-Za-z0-9_-]{20,300}\.?$/, is: isMixed },
  { name: "a GitHub token", shape: /^(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{22,255})\.?$/ },
  { name: "a GitLab token", shape: /^glpat-[A-Za-z0-9_-]{20,100}/ },
  { name: "an AWS key", shape: /^(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\.?$/ },
  { name: "a Slack token", shape: /^xox[abeoprs]-[A-Za-z0-9-]{10,250}\.?$/, is: (word) => /\d/.test(word) },
  { name: "a Google key", shape: /^(?:AIza[A-Za-z0-9_-]{35}|GOCSPX-[A-Za-z0-9_-]{28}|ya29\.[A-Za-z0-9_-]{20,})\.?$/ },
  { name: "a Stripe key", shape: /^[rs]k_(?:live|test)_[A-Za-z0-9]{16,250}\.?$/ },
  { name: "an npm token", shape: /^npm_[A-Za-z0-9]{36}\.?$/ },
  {
    name: "a signed token (JWT)",
    shape: /^eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]{16,}\.?$/,
    is: isSigned,
  },
];

function isMixed(word: string): boolean {
  return /\d/.test(word) && /[a-z]/.test(word.slice(3)) && /[A-Z]/.test(word);
}

function isSigned(word: string): boolean {
  try {
    const head: unknown = JSON.parse(Buffer.from(word.split(".")[0] ?? "", "base64url").toString());
    return typeof head === "object" && head !== null && "alg" in head;
  } catch {
    return false;
  }
}
