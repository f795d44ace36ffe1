import { expect, test } from "vitest";
import { containMarkdown } from "./contain-markdown.ts";

test.each([
  ["closes what is left open", "a\n```js\nb", "a\n```js\nb\n```"],
  ["a long fence with one as long", "~~~~\n~~~\nb", "~~~~\n~~~\nb\n~~~~"],
  ["a fence of one kind is not closed by the other", "```\n~~~\n", "```\n~~~\n\n```"],
  ["a fence with a word behind it closes nothing", "```\n``` js\n", "```\n``` js\n\n```"],
  ["leaves what is closed", "```\nb\n````\nc", "```\nb\n````\nc"],
  ["code inside of a line is no fence", "```a``` b", "```a``` b"],
  ["HTML is text", "<!-- never closed\n  <script>\na <b>", "\\<!-- never closed\n  \\<script>\na <b>"],
  ["but not inside of code", "```\n<b>\n```", "```\n<b>\n```"],
  ["what is smaller stays", "< 3 and <3", "< 3 and <3"],
])("%s", (_, text, contained) => {
  expect(containMarkdown(text)).toBe(contained);
});
