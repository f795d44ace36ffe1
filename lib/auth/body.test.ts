import { describe, expect, it } from "vitest";
import { capUpload, readJsonBody } from "./body.ts";

function post(body: string | ReadableStream<Uint8Array>, type = "application/json"): Request {
  const init = { method: "POST", body, headers: { "content-type": type }, duplex: "half" };
  return new Request("http://localhost/", init as RequestInit);
}

/** A body of so many bytes whose length no header tells. */
function bytes(count: number): ReadableStream<Uint8Array> {
  return new Response(new Uint8Array(count)).body ?? new ReadableStream();
}

describe("readJsonBody", () => {
  it("reads JSON, whatever the case and parameters of its type", async () => {
    expect(await readJsonBody(post('{"a":1}'))).toEqual({ a: 1 });
    expect(await readJsonBody(post("[]", "Application/JSON; charset=utf-8"))).toEqual([]);
  });

  it("refuses other types, which a form elsewhere could send, and what is not JSON", async () => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""]) {
      await expect(readJsonBody(post("{}", type))).rejects.toMatchObject({ code: "invalid_input" });
    }
    await expect(readJsonBody(post("{"))).rejects.toThrow("not valid JSON");
    await expect(readJsonBody(post(""))).rejects.toThrow("not valid JSON");
  });

  it("stops reading beyond the cap, told or not", async () => {
    await expect(readJsonBody(post(bytes(1025)), 1024)).rejects.toMatchObject({ code: "too_large" });
    const told = new Request("http://localhost/", {
      method: "POST",
      body: "{}",
      headers: { "content-type": "application/json", "content-length": "1025" },
    });
    await expect(readJsonBody(told, 1024)).rejects.toMatchObject({ code: "too_large" });
    expect(await readJsonBody(post('"x"'), 3)).toBe("x");
  });
});

describe("capUpload", () => {
  it("gives the same form, or breaks off beyond the cap", async () => {
    const form = new FormData();
    form.set("name", "이름");
    const sent = new Request("http://localhost/", { method: "POST", body: form });
    expect((await capUpload(sent).formData()).get("name")).toBe("이름");
    const large = new Request("http://localhost/", { method: "POST", body: form });
    await expect(capUpload(large, 10).formData()).rejects.toThrow();
    expect(() => capUpload(post("{}"))).toThrow("multipart/form-data");
  });
});
