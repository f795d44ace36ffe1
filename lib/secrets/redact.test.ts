import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRedactor } from "./redact.ts";

const KEY = "CANARY+/=%20x";

/** Ways in which real programs print a value; each must leave nothing of it to read. */
const SPELLINGS: Record<string, (secret: string) => string> = {
  raw: (secret) => secret,
  encodeURIComponent,
  encodeURI,
  "quote with lower-case digits": (secret) => encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase()),
  "Python quote": (secret) => encodeURIComponent(secret).replaceAll("%2F", "/"),
  "Python quote_plus": (secret) => encodeURIComponent(secret).replaceAll("%20", "+"),
  URLSearchParams: (secret) => new URLSearchParams({ key: secret }).toString(),
  "quoted twice": (secret) => encodeURIComponent(encodeURIComponent(secret)),
  "JSON.stringify": (secret) => JSON.stringify({ key: secret }),
  "JSON in JSON": (secret) => JSON.stringify(JSON.stringify({ key: secret })),
  "json.dumps": (secret) => asciiOnly(JSON.stringify(secret)),
  "escaped slashes": (secret) => JSON.stringify(secret).replaceAll("/", "\\/"),
  "Python repr": (secret) => `'${secret.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("\n", "\\n")}'`,
  "Python bytes repr": (secret) =>
    Array.from(Buffer.from(secret), (byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join(""),
  HTML: (secret) => secret.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`),
  "HTML by name": (secret) => secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;"),
  base64: (secret) => Buffer.from(secret).toString("base64"),
  base64url: (secret) => Buffer.from(secret).toString("base64url"),
  "base64 in a URL": (secret) => encodeURIComponent(Buffer.from(secret).toString("base64")),
  Basic: (secret) => `Authorization: Basic ${Buffer.from(`user:${secret}`).toString("base64")}`,
  "base64, second alignment": (secret) => Buffer.from(`u:${secret}&more`).toString("base64"),
  "base64, third alignment": (secret) => Buffer.from(`us${secret}!`).toString("base64"),
  "base64 in lines": (secret) =>
    Buffer.from(`${secret}`)
      .toString("base64")
      .replace(/(.{8})/g, "$1\n"),
  hex: (secret) => Buffer.from(secret).toString("hex"),
  "hex in upper case": (secret) => Buffer.from(secret).toString("hex").toUpperCase(),
  "shell quoting": (secret) => `'${secret.replaceAll("'", `'"'"'`)}'`,
};

function asciiOnly(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

const SECRETS = [
  KEY,
  "pässwörd-한글-🔑",
  "quote\"back\\slash'<&>",
  "two\nlines of secret",
  "AKIA0123456789ABCDEF",
  "a.b*c(d)[e]$",
];

describe("createRedactor", () => {
  describe.each(SECRETS)("with %j", (secret) => {
    it.each(Object.entries(SPELLINGS))("hides %s", (_, spell) => {
      const spelled = spell(secret);
      const shown = createRedactor([secret]).text(`before ${spelled} after`);
      expect(shown).toContain("[redacted]");
      expect(shown.startsWith("before ")).toBe(true);
      expect(shown.endsWith(" after")).toBe(true);
      const kept = shown.replaceAll("[redacted]", "").length - "before  after".length;
      const around = spell("").length + 24;
      expect(kept).toBeLessThanOrEqual(around);
    });
  });

  it("hides what the case lists, whole", () => {
    const redactor = createRedactor([KEY]);
    for (const spelled of ["CANARY+/=%20x", "CANARY%2B/%3D%2520x", "CANARY%2B%2F%3D%2520x", "Q0FOQVJZKy89JTIweA"]) {
      expect(redactor.text(`GET /v1?key=${spelled} failed`)).toBe("GET /v1?key=[redacted] failed");
    }
  });

  it("leaves no bit of a secret in the base64 around it", () => {
    const header = Buffer.from(`user:${KEY}`).toString("base64");
    const shown = createRedactor([KEY]).text(header);
    expect(shown).toMatch(/^dXNlc[A-Za-z0-9+/]?\[redacted\]=*$/);
  });

  it("hides each line of a key file, and keeps its frame", () => {
    const pem =
      "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQ\nEFAASCBKcwggSjAgEAAoIBAQC7\n-----END PRIVATE KEY-----\n";
    const redactor = createRedactor([pem]);
    expect(redactor.text(pem)).toBe("[redacted]");
    expect(redactor.text("  EFAASCBKcwggSjAgEAAoIBAQC7")).toBe("  [redacted]");
    expect(redactor.text("-----BEGIN PRIVATE KEY-----")).toBe("-----BEGIN PRIVATE KEY-----");
  });

  it("hides the ends of a value that a message cut short", () => {
    const secret = "sk-live-0123456789abcdefghijklmnopqrstuvwxyzABCDEFGH";
    const cut = `input_value='${secret.slice(0, 24)}...${secret.slice(-23)}', input_type=str`;
    expect(createRedactor([secret]).text(cut)).toBe("input_value='[redacted]...[redacted]', input_type=str");
  });

  describe("with what programs put into the middle of a value", () => {
    const secret = "sk-123-CANARY-456 and more-words-TAIL";
    const panel = "╭───╮\n│ sk-123-CANAR │\n│ Y-456 and mo │\n│ re-words-TAIL│\n╰───╯";
    const shown: Record<string, [text: string, redacted: string]> = {
      colours: [
        "\x1b[35msk\x1b[0m-\x1b[1;36m123\x1b[0m-CANARY-\x1b[1;36m456\x1b[0m and more-words-TAIL\x1b[0m",
        "\x1b[35m[redacted]\x1b[0m",
      ],
      "a link": ["sk-123-CANARY-\x1b]8;;http://x\x07456 and more-words-TAIL\x1b]8;;\x07", "[redacted]\x1b]8;;\x07"],
      "a wrapped line": ["key sk-123-CANA\n    RY-456\r\nand more-words-TAIL!", "key [redacted]!"],
      "a literal in parts": ["('sk-123-CANARY-456 '\n 'and more-words-TAIL')", "('[redacted]')"],
      "a panel": [panel, "╭───╮\n│ [redacted]│\n╰───╯"],
    };
    it.each(Object.entries(shown))("hides it through %s, also in chunks", (_, [text, redacted]) => {
      const redactor = createRedactor([secret]);
      expect(redactor.text(text)).toBe(redacted);
      const stream = redactor.stream();
      expect([...text].map((unit) => stream.push(unit)).join("") + stream.end()).toBe(redacted);
    });

    it("leaves lines alone that only begin like it", () => {
      const text = "sk-1\nsk-123-CANARY\n\x1b[31msk\x1b[0m\n";
      expect(createRedactor([secret]).text(text)).toBe(text);
    });
  });

  it("hides one that is no mere word in other case and as a file's name", () => {
    const redactor = createRedactor(["Canary/1 x+z", "production"]);
    expect(redactor.text("CANARY/1 X+Z canary_1_x_z canary%2f1+x%2bz")).toBe("[redacted] [redacted] [redacted]");
    expect(redactor.text("Production production")).toBe("Production [redacted]");
  });

  it("hides a quote that is quoted again", () => {
    const redactor = createRedactor(["it's-CANARY"]);
    const shell = `'it'"'"'s-CANARY'`;
    expect(redactor.text(JSON.stringify([shell, "it''s-CANARY"]))).toBe(`["'[redacted]'","[redacted]"]`);
    expect(redactor.text("'\\'it\\'\"\\'\"\\'s-CANARY\\''")).toBe("'\\'[redacted]\\''");
  });

  it("takes a short number only as a whole one", () => {
    expect(createRedactor(["1234"]).text("pin=1234 12345 91234 x1234y 1.1234")).toBe(
      "pin=[redacted] 12345 91234 x[redacted]y 1.[redacted]",
    );
  });

  it("makes one mark of secrets that overlap", () => {
    expect(createRedactor(["abcdef", "defghi"]).text("x abcdefghi y")).toBe("x [redacted] y");
  });

  it("takes short secrets only as whole words, and one character never", () => {
    const redactor = createRedactor(["ab", "x"]);
    expect(redactor.text("ab cab ab. x (ab)")).toBe("[redacted] cab [redacted]. x ([redacted])");
  });

  it("goes through JSON: keys, numbers and text", () => {
    const redactor = createRedactor(["CANARY", "123456"]);
    expect(redactor.value({ CANARY: 1, list: ["a CANARY", 123456, 1234567, null, true] })).toEqual({
      "[redacted]": 1,
      list: ["a [redacted]", "[redacted]", 1234567, null, true],
    });
    const shown = redactor.json('{ "pin": 123456, "big": 12345678901234567890, "key":"CANARY" }');
    expect(shown).toBe('{ "pin": "[redacted]", "big": 12345678901234567890, "key":"[redacted]" }');
    expect(redactor.json("{ CANARY")).toBe("{ [redacted]");
    const long = JSON.stringify({ "a\\": `${"x\\".repeat(4_000_000)}CANARY` });
    expect(redactor.json(long)).toBe(long.replace("CANARY", "[redacted]"));
  });

  it("keeps a JSON result JSON when a secret is a number of it", () => {
    const redactor = createRedactor(["987654321", '{"a":1}']);
    expect(redactor.result('{"token": 987654321, "list": [987654321,"x 987654321"]}')).toBe(
      '{"token": "[redacted]", "list": ["[redacted]","x [redacted]"]}',
    );
    for (const text of ["token: 987654321", "987654321", '{"a":1}', '{"n": 19876543219}'])
      expect(redactor.result(text)).toBe(redactor.text(text));
  });

  it("shows what cannot be a secret at once", () => {
    const stream = createRedactor([KEY]).stream();
    expect(stream.push("ready\n")).toBe("ready\n");
    expect(stream.push("key CAN")).toBe("key ");
    expect(stream.push("ADA\n")).toBe("CANADA\n");
    expect(stream.end()).toBe("");
  });

  it("finds each of a thousand secrets that begin alike", () => {
    const secrets = Array.from({ length: 1_000 }, (_, index) => `eyJhbGciOiJIUzI1NiJ9.${index}-${index * 7919}`);
    const redactor = createRedactor(secrets);
    expect(redactor.text(secrets.join("\n"))).toBe(secrets.map(() => "[redacted]").join("\n"));
    expect(redactor.text("eyJhbGciOiJIUzI1NiJ9.other")).toBe("eyJhbGciOiJIUzI1NiJ9.other");
  });

  it.each([
    ["too many secrets", Array.from({ length: 2_001 }, (_, index) => `secret-${index}`)],
    ["secrets that are too long", ["x".repeat(200_000), "y".repeat(100_000)]],
  ])("refuses %s rather than to hide some", (_, secrets) => {
    expect(() => createRedactor(secrets)).toThrow("more secrets than can be hidden");
  });

  it("passes everything when there are no secrets", () => {
    const stream = createRedactor([""]).stream();
    expect(stream.push("a\ud83d") + stream.push("\ude00") + stream.end()).toBe("a😀");
  });
});

const anySecret = fc.oneof(
  fc.string({ minLength: 4, maxLength: 40 }),
  fc.string({ minLength: 4, maxLength: 20, unit: "binary" }),
  fc.string({
    minLength: 4,
    maxLength: 12,
    unit: fc.constantFrom("a", "b", "\\", '"', "'", ".", "%", "\n", "é", "🔑"),
  }),
);

describe("properties", () => {
  it("gives for chunks what it gives for the whole, and never the secret", () => {
    const spelling = fc.constantFrom(...Object.values(SPELLINGS));
    const parts = fc.array(fc.oneof(fc.string({ unit: "binary" }), fc.constant("CANARY")), { maxLength: 4 });
    const cuts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 });
    fc.assert(
      fc.property(anySecret, spelling, parts, cuts, (secret, spell, around, sizes) => {
        fc.pre(!secret.isWellFormed() === false && secret.trim().length >= 4 && !"[redacted]".includes(secret.trim()));
        const redactor = createRedactor([secret]);
        const text = around.join(spell(secret)) + spell(secret);
        const stream = redactor.stream();
        let streamed = "";
        for (let at = 0, turn = 0; at < text.length; turn++) {
          const size = sizes[turn % sizes.length] ?? 1;
          streamed += stream.push(text.slice(at, at + size));
          at += size;
        }
        streamed += stream.end();
        expect(streamed).toBe(redactor.text(text));
        expect(streamed.replaceAll("[redacted]", "\u0001")).not.toContain(secret);
      }),
      { numRuns: 300 },
    );
  });

  it("leaves text alone that holds no secret", () => {
    const secret = "Zq9-Zq9-Zq9-Zq9-Zq9";
    const redactor = createRedactor([secret]);
    fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => redactor.text(text) === text));
  });
});
