import { expect, test } from "vitest";
import { AgentFile } from "#lib/agents/schema.ts";
import { printForm, readForm } from "./agent-form.ts";
import { findProblems } from "./agent-problems.ts";

const words = { locale: "en", notJson: (why: string) => `not JSON: ${why}` };
const read = (file: object | string) => readForm(typeof file === "string" ? file : JSON.stringify(file), words);
const formOf = (file: object) => read({ name: "x", ...file }).form ?? expect.fail("no form");

test("what the form does not show comes out as it went in, digit by digit", () => {
  const text = `{"name":"x","hostedTools":[{"type":"mcp","server_url":"https://a.test"}],"agents":[{"name":"y","settings":{"store":false}}],
    "output":{"maximum":9007199254740993},"settings":{"metadata":{"team":"a"}}}`;
  const printed = printForm(read(text).form ?? expect.fail("no form"));
  expect(printed).toContain('"maximum": 9007199254740993');
  expect(AgentFile.parse(JSON.parse(printed))).toEqual(AgentFile.parse(JSON.parse(text)));
});

test("a name that stands for an object is drawn as that object", () => {
  expect(formOf({ model: "gpt-5", tools: ["dates"] })).toMatchObject({
    model: { name: "gpt-5" },
    tools: [{ tool: "dates" }],
  });
});

test("a saved file is printed as it was, so that an edit that is undone is none", () => {
  const saved = JSON.stringify(AgentFile.parse({ name: "x", output: {}, tools: ["dates"] }), null, 2);
  expect(printForm(read(saved).form ?? expect.fail("no form"))).toBe(saved);
});

test.each([
  ["{", false, [""]],
  ['{"name":5}', false, ["name"]],
  [
    '{"name":"x","limits":{"turns":0},"settings":{"temperature":"warm"}}',
    true,
    ["settings.temperature", "limits.turns"],
  ],
  ['{"name":"x","unknown":1}', true, [""]],
])("%s: a form %s, wrong at %j", (text, hasForm, places) => {
  const { form, issues } = read(text);
  expect(form !== null).toBe(hasForm);
  expect(issues.map(({ path }) => path)).toEqual(places);
});

test("what is wrong is said in Korean, too", () => {
  const [issue] = readForm('{"name":""}', { ...words, locale: "ko" }).issues;
  expect(issue?.message).toMatch(/[가-힣]/);
});

test("what the team does not have is found before the server refuses it", () => {
  const dates = {
    ...{ id: "tool_1", name: "dates", description: "", functionName: "dates", currentNumber: 2 },
    ...{ versions: [{ number: 2, strict: true }], configurations: ["seoul"] },
  };
  const world = { tools: [dates], providers: [{ name: "Own" }], taken: ["Desk"] };
  const tools = [{ tool: "dates", version: 1 }, { tool: "gone" }, { tool: "gone" }];
  const problems = findProblems(formOf({ name: " Desk ", model: { provider: "Theirs" }, tools }), world);
  expect(problems.map(({ path, code }) => `${path} ${code}`)).toEqual([
    "name nameTaken",
    "tools.0.version noVersion",
    "tools.1 noTool",
    "tools.2 twice",
    "model.provider noProvider",
  ]);
  const right = formOf({ model: { provider: "Own" }, tools: [{ tool: "dates", version: 2, configuration: "seoul" }] });
  expect(findProblems(right, world)).toEqual([]);
});
