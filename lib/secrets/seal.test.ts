import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { open, seal } from "./seal.ts";

let data = "";

beforeEach(() => {
  data = mkdtempSync(path.join(tmpdir(), "toolroom-seal-"));
  vi.stubEnv("TOOLROOM_DATA", data);
  vi.stubEnv("TOOLROOM_KEY", undefined);
  restart();
});
afterEach(() => {
  vi.unstubAllEnvs();
  restart();
  rmSync(data, { recursive: true });
});

/** Forgets what a process keeps, as a new one would begin. */
function restart(): void {
  (globalThis as { toolroom?: Map<string, unknown> }).toolroom?.clear();
}

describe("seal", () => {
  it("opens what it sealed, after a restart too, and never seals twice alike", () => {
    const sealed = seal("pässword 🔑");
    expect(sealed).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]+$/);
    expect(seal("pässword 🔑")).not.toBe(sealed);
    restart();
    expect(open(sealed)).toBe("pässword 🔑");
    expect(open(seal(""))).toBe("");
  });

  it("makes a key file that only its owner may read, and closes one that others may", () => {
    seal("x");
    expect(statSync(path.join(data, "key")).mode & 0o777).toBe(0o600);
    const key = readFileSync(path.join(data, "key"));
    writeFileSync(path.join(data, "key2"), key, { mode: 0o644 });
    rmSync(path.join(data, "key"));
    writeFileSync(path.join(data, "key"), key, { mode: 0o644 });
    restart();
    seal("x");
    expect(statSync(path.join(data, "key")).mode & 0o777).toBe(0o600);
  });

  it("stays shut for another key, another purpose and a changed text, each with a sentence", () => {
    const sealed = seal("text", "cfg_1");
    expect(open(sealed, "cfg_1")).toBe("text");
    expect(() => open(sealed, "cfg_2")).toThrow("changed after it was sealed");
    expect(() => open(`${sealed.slice(0, -4)}AAAA`, "cfg_1")).toThrow("changed after it was sealed");
    expect(() => open("v1.00000000.", "cfg_1")).toThrow("another key");
    expect(() => open("plain")).toThrow("not in a form");
    expect(() => open(`${sealed.split(".").slice(0, 2).join(".")}.`, "cfg_1")).toThrow("changed after it was sealed");
    rmSync(path.join(data, "key"));
    restart();
    expect(() => open(sealed, "cfg_1")).toThrow("sealed with another key");
  });

  it("takes its key from TOOLROOM_KEY in hex or base64, and says what is wrong with another", () => {
    vi.stubEnv("TOOLROOM_KEY", "ab".repeat(32));
    restart();
    const sealed = seal("text");
    vi.stubEnv("TOOLROOM_KEY", Buffer.from("ab".repeat(32), "hex").toString("base64"));
    restart();
    expect(open(sealed)).toBe("text");
    for (const wrong of ["", "short", "ab".repeat(31), "*".repeat(44)]) {
      vi.stubEnv("TOOLROOM_KEY", wrong);
      restart();
      expect(() => seal("x")).toThrow("TOOLROOM_KEY is not 32 bytes");
    }
  });

  it("says what is wrong with a key file", () => {
    writeFileSync(path.join(data, "key"), "half", { mode: 0o600 });
    expect(() => seal("x")).toThrow(/The key file .* is not 32 bytes/);
  });
});
