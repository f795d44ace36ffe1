import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commandSnippet, curlSnippet, type SnippetCall, shellQuote } from "./snippet-text.ts";

/** What a program gets as its arguments when bash runs the command line. */
function argumentsOf(command: string): string[] {
  const print = `{ printf '%s\\0' "$@"; }`;
  const script = `TOOLROOM_COOKIE='session=abc; other=1'\ncurl() ${print}\nnpm() ${print}\n${command}`;
  const printed = execFileSync("bash", ["-c", script], { stdio: ["ignore", "pipe", "inherit"] });
  return printed.toString().split("\0").slice(0, -1);
}

const call: SnippetCall = {
  toolId: "tool_1",
  toolName: "계산기",
  toolParameters: '{"a":12345678901234567890}',
  user: {},
};

const HOSTILE = `it's "quoted" $HOME $(touch x) \`id\` !! \\ \n 줄바꿈 -- * ? {a,b} ~ # ; & | < >`;

describe("shellQuote", () => {
  it("keeps plain words plain", () => {
    expect(shellQuote("tools/calculator_py")).toBe("tools/calculator_py");
  });

  it("gives bash any text back letter by letter", () => {
    const text = fc.string({ unit: "grapheme" }).filter((value) => !value.includes("\0") && value.isWellFormed());
    fc.assert(
      fc.property(fc.array(text, { minLength: 1 }), (words) => {
        expect(argumentsOf(`npm ${words.map(shellQuote).join(" ")}`)).toEqual(words);
      }),
      { numRuns: 40 },
    );
    expect(argumentsOf(`npm ${shellQuote(HOSTILE)} ${shellQuote("")}`)).toEqual([HOSTILE, ""]);
  });
});

describe("curlSnippet", () => {
  it("sends what the playground sends, with every digit", () => {
    const toolParameters = JSON.stringify({ text: HOSTILE });
    const sent = argumentsOf(
      curlSnippet({ ...call, toolParameters, user: { configurationId: "cfg_1" } }, "http://localhost:3000"),
    );
    expect(sent.slice(0, 4)).toEqual([
      "--no-buffer",
      "http://localhost:3000/api/runs",
      "--cookie",
      "session=abc; other=1",
    ]);
    expect(sent).toContain("Origin: http://localhost:3000");
    expect(JSON.parse(sent.at(-1) ?? "")).toEqual({ toolId: "tool_1", toolParameters, configurationId: "cfg_1" });
    expect(argumentsOf(curlSnippet(call, "http://localhost:3000")).at(-1)).toContain("12345678901234567890");
  });

  it("leaves a place for each value of this call only", () => {
    const sent = argumentsOf(curlSnippet({ ...call, user: { names: ["api_key", "it's"] } }, "http://localhost:3000"));
    const { userParameters } = JSON.parse(sent.at(-1) ?? "") as { userParameters: string };
    expect(JSON.parse(userParameters)).toEqual({ api_key: "<api_key>", "it's": "<it's>" });
  });
});

describe("commandSnippet", () => {
  it("calls the tool by its name with both sets of parameters", () => {
    const sent = argumentsOf(commandSnippet({ ...call, user: { configurationId: "cfg_1", names: ["api_key"] } }));
    expect(sent).toEqual([
      "run",
      "-s",
      "toolroom",
      "--",
      "call",
      "계산기",
      "--user-params",
      '{"api_key":"<api_key>"}',
      "--tool-params",
      '{"a":12345678901234567890}',
    ]);
  });
});
