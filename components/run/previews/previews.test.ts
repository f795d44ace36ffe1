import { describe, expect, it } from "vitest";
import { artifactUrl, runFolder, sessionFolder } from "./artifact-url.ts";
import { decodeText } from "./decode-text.ts";
import { previewKind } from "./preview-kind.ts";

describe("artifactUrl", () => {
  it.each([
    ["a.csv", "/api/runs/run_1/artifacts/a.csv"],
    ["표/결과 #1?.md", "/api/runs/run_1/artifacts/%ED%91%9C/%EA%B2%B0%EA%B3%BC%20%231%3F.md"],
    ["<img>%2e", "/api/runs/run_1/artifacts/%3Cimg%3E%252e"],
    ["half \ud83e", "/api/runs/run_1/artifacts/half%20%EF%BF%BD"],
  ])("gives %j its address", (name, url) => {
    expect(artifactUrl({ folder: runFolder("run_1"), name }, { as: "preview" })).toBe(url);
  });

  it.each(["../x", "a/../../x", "./x", "/etc/passwd", "a//b", "", ".."])("gives %j none", (name) => {
    expect(artifactUrl({ folder: runFolder("run_1"), name }, { as: "download" })).toBeNull();
  });

  it("asks for the beginning only, or for a download", () => {
    const address = { folder: sessionFolder("ses_1"), name: "a" };
    expect(artifactUrl(address, { as: "preview", limit: 100 })).toBe("/api/sessions/ses_1/files/a?limit=100");
    expect(artifactUrl(address, { as: "download" })).toBe("/api/sessions/ses_1/files/a?download=1");
  });
});

describe("previewKind", () => {
  it.each([
    ["a.csv", "text/csv; charset=utf-8", "csv"],
    ["a.csv", "application/octet-stream", "csv"],
    ["notes.md", "text/plain", "markdown"],
    ["a.geojson", "application/geo+json", "json"],
    ["feed", "application/atom+xml", "text"],
    ["tool.py", "text/x-python", "text"],
    ["a.svg", "image/svg+xml", "image"],
    ["a.png", "image/png", "image"],
    ["a.tiff", "image/tiff", "none"],
    ["a.html", "text/html", "html"],
    ["evil.png", "text/html", "html"],
    ["a.bin", "application/octet-stream", "none"],
    ["LICENSE", "text/plain", "text"],
  ] as const)("looks at %s of %s as %s", (name, mediaType, kind) => {
    expect(previewKind({ name, mediaType })).toBe(kind);
  });
});

describe("decodeText", () => {
  it.each([
    [[0xec, 0x9d, 0xb4], "이", "UTF-8"],
    [[0xef, 0xbb, 0xbf, 0x61], "a", "UTF-8"],
    [[0xff, 0xfe, 0x74, 0xc7], "이", "UTF-16LE"],
    [[0xc0, 0xcc, 0xb8, 0xa7], "이름", "EUC-KR"],
    [[0x63, 0x61, 0x66, 0xe9, 0x0a], "café\n", "windows-1252"],
    [[0x61, 0xec, 0x9d], "a", "UTF-8"],
    [[], "", "UTF-8"],
  ])("reads %j as %j", (bytes, text, encoding) => {
    expect(decodeText(Uint8Array.from(bytes))).toEqual({ text, encoding });
  });
});
