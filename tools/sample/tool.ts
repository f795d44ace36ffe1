/**
 * Shows every kind of parameter that a form can draw and everything that a call can leave: it returns what it received,
 * writes a log on stdout and stderr, and makes a Markdown, a CSV and an SVG file.
 */
import { writeFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { z } from "zod";
import { drawShape } from "./drawing.ts";
import { toCsv, toMarkdown } from "./report.ts";

export const UserParameters = z.object({
  greeting: z.string().default("Hello").describe("The word that opens the report."),
  api_key: z
    .string()
    .optional()
    .describe("A secret; nothing is done with it, but the log shows whether it is hidden.")
    .meta({ format: "password" }),
});

const Address = z.object({
  city: z.string().describe("Name of the city."),
  postcode: z
    .string()
    .regex(/^\d{5}$/)
    .optional()
    .describe("Five digits."),
});

const Shape = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("circle"), radius: z.number().min(1).max(100).describe("Radius in pixels, 1 to 100.") }),
  z.object({
    kind: z.literal("rectangle"),
    width: z.number().min(1).max(200).describe("Width in pixels, 1 to 200."),
    height: z.number().min(1).max(200).describe("Height in pixels, 1 to 200."),
  }),
]);

export const ToolParameters = z.object({
  name: z.string().min(1).describe("A text of one line: who is greeted."),
  message: z.string().describe("A text of several lines, in Markdown.").meta({ contentMediaType: "text/markdown" }),
  weight: z.number().describe("A number, in kilograms."),
  steps: z
    .int()
    .min(1)
    .max(20)
    .describe("An integer with bounds: how many lines of log to write, 0.1 s apart, 1 to 20."),
  loud: z.boolean().describe("A choice of yes and no: whether to greet in capitals."),
  colour: z
    .enum(["teal", "amber", "violet"])
    .default("teal")
    .describe("One of several, with a default: the colour of the drawing."),
  nickname: z.string().optional().describe("A text that may be left out."),
  remark: z.string().nullable().describe("A text that must be given but may be null."),
  tags: z.array(z.string()).describe("A list of texts."),
  numbers: z.array(z.number()).max(50).default([1, 2, 3]).describe("A list of numbers with a default, at most 50."),
  address: Address.describe("An object inside the object."),
  starts_at: z.iso
    .datetime({ offset: true })
    .describe('A date and time, ISO 8601 with an offset, such as "2026-07-31T09:30:00+09:00".'),
  scores: z.record(z.string(), z.number()).describe("A map from names to numbers."),
  size: z
    .union([z.int(), z.enum(["small", "large"])])
    .describe('One of two types: a whole number of pixels, or "small" or "large".'),
  shape: Shape.describe("One of two objects, told apart by kind: what to draw."),
});

export const OUTPUT_KEY = "tool_output";

/** What was received, as JSON, with the names of the files that were made. */
export async function runTool(
  config: z.infer<typeof UserParameters>,
  args: z.infer<typeof ToolParameters>,
): Promise<string> {
  for (let step = 1; step <= args.steps; step++) {
    console.log(`Step ${step} of ${args.steps}`);
    await setTimeout(100);
  }
  // Printed on purpose: the studio hides a secret wherever a tool lets it slip.
  console.error(`api_key: ${config.api_key ?? "not set"}`);

  await writeFile("sample.md", toMarkdown(config.greeting, args));
  await writeFile("scores.csv", toCsv(args.scores));
  await writeFile("shape.svg", drawShape(args.shape, args.colour));
  return JSON.stringify({
    user_parameters: config,
    tool_parameters: args,
    artifacts_created: ["sample.md", "scores.csv", "shape.svg"],
  });
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { "user-params": { type: "string", default: "{}" }, "tool-params": { type: "string", default: "{}" } },
  });
  const config = UserParameters.parse(JSON.parse(values["user-params"]));
  const args = ToolParameters.parse(JSON.parse(values["tool-params"]));
  console.log(OUTPUT_KEY, await runTool(config, args));
}
