import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import type { SandboxLevel } from "#lib/runs/schema.ts";
import { call, pythonTool, typescriptTool } from "./fixture.ts";

const PYTHON = `import urllib.error, urllib.request
def get(url):
    try:
        with urllib.request.urlopen(url, timeout=10) as response:
            return response.read().decode()
    except urllib.error.HTTPError as error:
        return error.read().decode()
return json.dumps([get(url) for url in args.urls])`;

const TYPESCRIPT = `const found: string[] = [];
for (const url of args.urls) {
  const said = await fetch(url).then((response) => response.text(), (error: Error) => inspect(error));
  found.push(said.includes("Proxy response (403)") ? "refused" : said);
}
return JSON.stringify(found);`;

/** What a tool that lists its hosts reaches, at one level of the sandbox. */
export function describeNetwork(level: SandboxLevel): void {
  describe("a tool that lists a host", () => {
    test.each([
      ["Python", () => pythonTool(PYTHON, { tool: "urls: list[str]" })],
      [
        "TypeScript",
        () =>
          typescriptTool(TYPESCRIPT, {
            tool: "urls: z.array(z.string())",
            head: 'import { inspect } from "node:util";',
          }),
      ],
    ] as const)("reaches it and no other, from %s", async (_, makeTool) => {
      const [listed, other] = [await serve("hello"), await serve("hidden")];
      const { outcome, stderr } = await call(await makeTool(), {
        settings: { network: { mode: "hosts", hosts: [`127.0.0.1:${listed}`] } },
        tool: { urls: [listed, other, listed].map((port) => `http://127.0.0.1:${port}/`) },
      });
      if (outcome.type === "tool.failed") throw new Error(`${outcome.message}\n${stderr}`);
      expect(outcome.sandbox).toBe(level);
      const refusal = `This tool may not reach 127.0.0.1:${other}; its config.json allows 127.0.0.1:${listed}.\n`;
      // Node's own fetch keeps what the proxy says to itself.
      expect(JSON.parse(outcome.result)).toEqual(["hello", expect.toBeOneOf([refusal, "refused"]), "hello"]);
    });

    test("reaches nothing past the proxy", async () => {
      const [listed, other] = [await serve("hello"), await serve("hidden")];
      const body = `import socket
found = []
for port in args.ports:
    try:
        socket.create_connection(("127.0.0.1", port), 2)
        found.append(port)
    except OSError:
        pass
return json.dumps(found)`;
      const { outcome } = await call(await pythonTool(body, { tool: "ports: list[int]" }), {
        settings: { network: { mode: "hosts", hosts: [`127.0.0.1:${listed}`] } },
        tool: { ports: [listed, other] },
      });
      expect(outcome).toMatchObject({ type: "tool.returned", result: "[]" });
    });
  });
}

/** A service of this machine that says a word; answers with its port. */
async function serve(word: string): Promise<number> {
  const server = http.createServer((_, response) => response.end(word));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}
