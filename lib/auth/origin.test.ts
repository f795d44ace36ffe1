import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { checkHost, checkOrigin, servedOrigins } from "./origin.ts";

function restartWith(variables: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  (globalThis as { toolroom?: Map<string, unknown> }).toolroom?.clear();
}

beforeEach(() =>
  restartWith({ TOOLROOM_DATA: "/nowhere", PORT: "3000", HOST: "127.0.0.1", TOOLROOM_ORIGIN: undefined }),
);
afterEach(() => {
  vi.unstubAllEnvs();
  restartWith({});
});

const from = (head: Record<string, string>) => () => checkOrigin(new Headers(head));
const at = (host: string) => () => checkHost(new Headers({ host }));

describe("checkHost", () => {
  it("knows this machine's own names, with the port", () => {
    for (const host of ["localhost:3000", "127.0.0.1:3000", "[::1]:3000", "LOCALHOST:3000"])
      expect(at(host)).not.toThrow();
    for (const host of [
      "",
      "localhost",
      "localhost:3001",
      "rebound.test:3000",
      "127.0.0.1.rebound.test:3000",
      "127.0.0.2:3000",
    ]) {
      expect(at(host)).toThrow(/is not served at/);
    }
    expect(() => checkHost(new Headers())).toThrow('not served at ""');
  });

  it("knows the address that it is told to listen on, and the one that it is told people use", () => {
    restartWith({ HOST: "192.168.1.5" });
    expect(at("192.168.1.5:3000")).not.toThrow();
    restartWith({ HOST: "0.0.0.0", TOOLROOM_ORIGIN: "https://tools.example/" });
    expect(servedOrigins()[0]).toBe("https://tools.example");
    expect(at("tools.example")).not.toThrow();
    expect(at("0.0.0.0:3000")).toThrow();
  });
});

describe("checkOrigin", () => {
  it("takes only what comes from the page at this host, or names it", () => {
    const host = "127.0.0.1:3000";
    expect(from({ host, origin: "http://127.0.0.1:3000" })).not.toThrow();
    expect(from({ host, "sec-fetch-site": "same-origin" })).not.toThrow();
    expect(from({ host })).toThrow('a program sends "Origin: http://127.0.0.1:3000"');
    for (const site of ["cross-site", "same-site", "none"])
      expect(from({ host, "sec-fetch-site": site })).toThrow(/no Origin/);
    for (const origin of [
      "null",
      "http://evil.test",
      "http://localhost:3000",
      "https://127.0.0.1:3000",
      "http://127.0.0.1:3001",
    ]) {
      expect(from({ host, origin })).toThrow(`comes from ${origin}`);
    }
    expect(from({ host, origin: "http://evil.test", "sec-fetch-site": "same-origin" })).toThrow("evil.test");
    expect(from({ host: "rebound.test:3000", origin: "http://rebound.test:3000" })).toThrow("not served");
  });

  it("takes the public address, also when a proxy puts its own name into Host", () => {
    restartWith({ TOOLROOM_ORIGIN: "https://tools.example" });
    expect(from({ host: "tools.example", origin: "https://tools.example" })).not.toThrow();
    expect(from({ host: "127.0.0.1:3000", origin: "https://tools.example" })).not.toThrow();
    expect(from({ host: "tools.example", origin: "http://tools.example" })).toThrow();
  });
});
