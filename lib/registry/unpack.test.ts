import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { UPLOAD_LIMITS } from "./tool-files.ts";
import { unpackZip } from "./unpack.ts";

const zip = (files: Parameters<typeof zipSync>[0]) => Buffer.from(zipSync(files));

describe("unpackZip", () => {
  it("gives the files with their contents, Korean names too, and leaves out what running a tool makes", async () => {
    const files = await unpackZip(
      zip({
        "도구/tool.py": strToU8("print(1)"),
        "도구/__pycache__/tool.pyc": strToU8("x"),
        "도구/empty/": new Uint8Array(),
      }),
    );
    expect(files.map((file) => [file.path, Buffer.from(file.content).toString()])).toEqual([
      ["도구/tool.py", "print(1)"],
    ]);
  });

  it.each(["../evil.py", "a/../../evil.py", "/etc/evil.py", "C:/evil.py", "..\\evil.py"])(
    "refuses the path %s",
    async (path) => {
      await expect(unpackZip(zip({ [path]: strToU8("x") }))).rejects.toMatchObject({ code: "invalid_input" });
    },
  );

  it("refuses a symbolic link by name", async () => {
    await expect(
      unpackZip(zip({ "tool.py": [strToU8("/etc/passwd"), { os: 3, attrs: (0o120777 << 16) >>> 0 }] })),
    ).rejects.toThrow('"tool.py" in the zip is a symbolic link');
  });

  it("stops at the first byte too many of an archive that unpacks to more than the limit", async () => {
    const zeros = new Uint8Array(UPLOAD_LIMITS.fileBytes + 1);
    const archive = zip({ "tool.py": [zeros, { level: 9 }] });
    expect(archive.length).toBeLessThan(100_000);
    await expect(unpackZip(archive)).rejects.toMatchObject({ code: "too_large" });
  });

  it("counts what comes out when the archive understates its sizes", async () => {
    const archive = zip({ "tool.py": [new Uint8Array(1_000_000), { level: 9 }] });
    const directory = archive.lastIndexOf(Buffer.from("PK\x01\x02"));
    archive.writeUInt32LE(10, directory + 24);
    await expect(unpackZip(archive)).rejects.toMatchObject({ code: "invalid_input" });
  });

  it("says that a file which is no zip cannot be read", async () => {
    await expect(unpackZip(Buffer.from("not a zip"))).rejects.toThrow(
      /^The zip cannot be read: .*; nothing was stored\.$/,
    );
  });
});
