import { expect, test } from "vitest";
import { drawShape } from "./drawing.ts";

test("draws either shape in its colour", () => {
  expect(drawShape({ kind: "circle", radius: 5 }, "amber")).toContain('<circle r="5" fill="#d97706" />');
  expect(drawShape({ kind: "rectangle", width: 10, height: 4 }, "teal")).toContain(
    '<rect x="-5" y="-2" width="10" height="4" fill="#0d9488" />',
  );
});
