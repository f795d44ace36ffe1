import { beforeAll, expect, test } from "vitest";
import { withBrowser } from "#tests/support/browser.ts";
import { type Caller, signUpOwner } from "#tests/support/owner.ts";
import { withStudio } from "#tests/support/studio.ts";
import { makeTool, typescriptTool } from "./make-tool.ts";
import { field, openTool, part, rewrite, runTo } from "./tool-page.ts";

const BEYOND_DOUBLES = "9007199254740993";

const PYTHON_TOOL = `"""Says the number that it knows."""
import argparse
from typing import Literal
from pydantic import BaseModel, Field

class UserParameters(BaseModel):
    pass

class ToolParameters(BaseModel):
    known: Literal[${BEYOND_DOUBLES}] = Field(description="The only one.")
    other: int = Field(le=9223372036854775807, description="Any number.")

OUTPUT_KEY = "tool_output"

def run_tool(config, args):
    return f"{args.known} and {args.other}"

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--user-params")
    parser.add_argument("--tool-params")
    given = parser.parse_args()
    print(OUTPUT_KEY, run_tool(None, ToolParameters.model_validate_json(given.tool_params)))
`;

const studio = withStudio();
const browser = withBrowser(studio);
let owner: Caller;
beforeAll(async () => {
  owner = await signUpOwner(studio);
});

test("what a saved version changes for the model is told, on a narrow screen too", async () => {
  const source = (limit: number) => typescriptTool({ tool: `rows: z.int().max(${limit})`, body: "return args.rows;" });
  await makeTool(owner, "rows", source(100));
  const page = await browser.visit({ as: owner });
  await openTool(page, "rows", "?tab=code");
  await page.locator(".view-lines").getByText("max(100)").waitFor();
  await rewrite(page, "tool.ts", source(50)["tool.ts"] ?? "");
  await page.getByText("changed", { exact: true }).waitFor();
  await page.keyboard.press("Control+s");
  await page.getByText("v2", { exact: true }).waitFor();

  await page.setViewportSize({ width: 390, height: 900 });
  await page.getByRole("tab", { name: /What the model sees/ }).click();
  await page.getByRole("radio", { name: "Changes" }).click();
  await page.getByText("1 of these changes may refuse calls made for version 1.").waitFor();
  expect(await page.getByRole("deletion").allInnerTexts()).toContainEqual(expect.stringContaining('"maximum": 100'));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test("the digits of a schema's numbers are on the page, in the definition, and go back to the tool", async () => {
  await makeTool(owner, "digits", { "tool.py": PYTHON_TOOL });
  const page = await browser.visit({ as: owner });
  await openTool(page, "digits");
  await field(page, "other").fill("9223372036854775808");
  await page.getByText("This must be at most 9223372036854775807.").first().waitFor();
  await field(page, "other").fill("9223372036854775807");
  await runTo(page, "exit 0");
  expect(await part(page, "Result").textContent()).toBe(`${BEYOND_DOUBLES} and 9223372036854775807`);
  await page.getByRole("tab", { name: /What the model sees/ }).click();
  await page.getByRole("region", { name: "As it is sent" }).getByText(`"const": ${BEYOND_DOUBLES}`).waitFor();
});
