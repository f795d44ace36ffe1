import OpenAI from "openai";
import { expect, test } from "vitest";
import { withModelServer } from "../../support/model-server/with-model-server.ts";

const server = withModelServer();
const client = () => new OpenAI({ baseURL: server.url, apiKey: "k", maxRetries: 0 });

test("a streamed answer arrives as it was scripted", async () => {
  server.play([[{ type: "message", text: "Hello, 세계 🚀" }]]);
  const stream = client().responses.stream({ model: "m", input: "hi" });
  const types: string[] = [];
  for await (const event of stream) types.push(event.type);
  expect((await stream.finalResponse()).output_text).toBe("Hello, 세계 🚀");
  expect(types).toEqual([
    "response.created",
    "response.in_progress",
    "response.output_item.added",
    "response.content_part.added",
    "response.output_text.delta",
    "response.output_text.done",
    "response.content_part.done",
    "response.output_item.done",
    "response.completed",
  ]);
});
