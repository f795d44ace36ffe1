import fc from "fast-check";
import { expect, test } from "vitest";
import { allows, canonicalHost, NetworkSetting } from "./policy.ts";

const allow = (...hosts: unknown[]) => NetworkSetting.parse({ allow: hosts });

test("none and all are what they say, and an empty list is none", () => {
  expect(NetworkSetting.parse("none")).toEqual({ mode: "none" });
  expect(NetworkSetting.parse("all")).toEqual({ mode: "all" });
  expect(allow()).toEqual({ mode: "none" });
  expect(allows({ mode: "none" }, "example.com", 443)).toBe(false);
  expect(allows({ mode: "all" }, "example.com", 443)).toBe(true);
});

test("entries are kept in one spelling, each once", () => {
  expect(allow("API.Example.com.", "api.example.com", "bücher.example", "*.Example.com:8443", "[0:0::1]:080")).toEqual({
    mode: "hosts",
    hosts: ["api.example.com", "xn--bcher-kva.example", "*.example.com:8443", "[::1]:80"],
  });
});

test("a name without a port is allowed at 80 and 443, one with a port only there", () => {
  const policy = allow("api.example.com", "db.example.com:5432", "plain.example.com:80", "10.0.0.5:8080", "[::1]:80");
  const reached = (host: string) => [80, 443, 5432, 8080].filter((port) => allows(policy, host, port));
  expect(reached("api.example.com")).toEqual([80, 443]);
  expect(reached("db.example.com")).toEqual([5432]);
  expect(reached("plain.example.com")).toEqual([80]);
  expect(reached("10.0.0.5")).toEqual([8080]);
  expect(reached("::1")).toEqual([80]);
  expect(reached("[::1]")).toEqual([80]);
});

test("a name is the same however it is written", () => {
  const policy = allow("api.example.com", "bücher.example", "10.0.0.5");
  for (const host of ["API.EXAMPLE.COM", "api.example.com.", "BÜCHER.example", "xn--bcher-kva.example", "0xa.5"]) {
    expect(allows(policy, host, 443), host).toBe(true);
  }
  const others = ["example.com", "xapi.example.com", "a.api.example.com", "api.example.com.evil.test", "", "10.0.0.50"];
  for (const host of [...others, "api.example.com@evil.test", "api.example.com/", "api.example.com:443", "a b"]) {
    expect(allows(policy, host, 443), host).toBe(false);
  }
});

test("a star stands for subdomains at any depth, and not for the name itself", () => {
  const policy = allow("*.example.com");
  expect(["a.example.com", "a.b.example.com"].every((host) => allows(policy, host, 443))).toBe(true);
  expect(["example.com", "badexample.com", ".example.com"].some((host) => allows(policy, host, 443))).toBe(false);
});

test("an address in another form is not the one that is listed", () => {
  expect(allows(allow("127.0.0.1"), "[::ffff:127.0.0.1]", 80)).toBe(false);
  expect(allows(allow("localhost"), "127.0.0.1", 80)).toBe(false);
});

test.each<[unknown, string]>([
  ["https://api.example.com/v1", 'write "api.example.com"'],
  ["http://api.example.com:8080", 'write "api.example.com:8080"'],
  ["api.example.com/v1", "write one name or address, without a path and not as a range"],
  ["10.0.0.0/8", "write one name or address, without a path and not as a range"],
  ["*", 'write "network": "all" to allow every host'],
  ["api.*.com", 'a star stands only in front of a name, as in "*.example.com"'],
  ["*.10.0.0.1", 'a star stands only in front of a name, as in "*.example.com"'],
  ["::1", 'write "[::1]", with a port after the brackets if it is not 80 or 443'],
  ["api.example.com:99999", "its port must be from 1 to 65535"],
  ["api.example.com:0", "its port must be from 1 to 65535"],
  ["127.1", 'write "127.0.0.1" if this address is meant'],
  ["8080", 'write "0.0.31.144" if this address is meant'],
  [7, 'write text such as "api.example.com"'],
  ...["", " ", ".", "a..b", "a.com,b.com", "user@host", "host:", "host:x", "a b", "a%2eb", "[::1", "[]", "x\\y"].map(
    (entry): [string, string] => [
      entry,
      'write a name or an address and perhaps a port, such as "api.example.com" or "10.0.0.5:8080"',
    ],
  ),
])("%j is refused with what to write instead", (entry, advice) => {
  const parsed = NetworkSetting.safeParse({ allow: ["fine.example.com", entry] });
  expect(parsed.error?.issues).toMatchObject([
    { path: ["allow", 1], message: `${JSON.stringify(entry)} cannot be allowed: ${advice}` },
  ]);
});

test.each([null, undefined, "some", 1, [], ["a.com"], {}, { allow: "a.com" }, { allow: [], deny: [] }])(
  "%j is no policy",
  (said) => {
    expect(NetworkSetting.safeParse(said).error?.issues[0]?.message).toBe(
      'write "none", "all" or { "allow": ["api.example.com"] }',
    );
  },
);

test("one spelling stays as it is, whatever is written", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.domain(),
        fc.ipV4(),
        fc.ipV6().map((ip) => `[${ip}]`),
        fc.string(),
      ),
      (written) => {
        const host = canonicalHost(written);
        if (host === null) return;
        expect(canonicalHost(host)).toBe(host);
        expect(allow(host)).toEqual({ mode: "hosts", hosts: [host] });
        expect(allows(allow(host), written, 443)).toBe(true);
      },
    ),
  );
});
