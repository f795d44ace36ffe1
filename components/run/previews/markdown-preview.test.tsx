import { cleanup, render } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { afterEach, expect, it } from "vitest";
import en from "../../../messages/en/run.json" with { type: "json" };
import MarkdownPreview from "./markdown-preview.tsx";

const artifacts = [
  { name: "charts/매출 1.svg", bytes: 10, mediaType: "image/svg+xml" },
  { name: "page.html", bytes: 10, mediaType: "text/html" },
];

function show(text: string): HTMLElement {
  return render(
    <NextIntlClientProvider locale="en" messages={{ run: en }} timeZone="UTC">
      <MarkdownPreview label="notes" text={text} folder="/api/runs/run_1/artifacts" artifacts={artifacts} />
    </NextIntlClientProvider>,
  ).container;
}

afterEach(cleanup);

it.each([
  "```\n<form action=http://127.0.0.1:9><button>Login</button></form>\n```",
  "`<b onclick=window.__xss=1>x</b>`",
  "**<img src=x onerror=window.__xss=1>**",
  "<script>window.__xss=1</script>",
  "<iframe src='javascript:window.__xss=1'></iframe>",
  '<a href="javascript:window.__xss=1">x</a>',
])("shows no element that %j asks for", (text) => {
  const page = show(text);
  expect(page.querySelector("form, :is(pre, p) button, img, script, iframe, a, [onclick]")).toBeNull();
  expect("__xss" in window).toBe(false);
});

it("shows HTML as it is written, with what it says", () => {
  expect(show("<div>\n\nkept\n</div> and <i>this</i>").textContent).toContain("<i>this</i>");
  expect(show("<details>all of this</details>").textContent).toContain("<details>all of this</details>");
});

it.each([
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
  "file:///etc/passwd",
  "//example.com/x",
  "/sign-out",
  "#top",
  "&#106;avascript:alert(1)",
  "\u0001javascript:alert(1)",
])("makes no link of %j", (address) => {
  expect(show(`[text](<${address}>)\n\n[ref][r]\n\n[r]: <${address}>`).querySelector("a")).toBeNull();
});

it("opens web and mail addresses elsewhere, and tells them nothing", () => {
  const [web, mail, bare] = show("[a](https://example.com/?q=1) <me@example.com> https://example.org").querySelectorAll(
    "a",
  );
  for (const link of [web, mail, bare]) {
    expect(link?.target).toBe("_blank");
    expect(link?.rel).toBe("noopener noreferrer nofollow");
  }
  expect([web?.href, mail?.href, bare?.href]).toEqual([
    "https://example.com/?q=1",
    "mailto:me@example.com",
    "https://example.org/",
  ]);
});

it("loads pictures of the run only, and only pictures", () => {
  const page = show(
    "![own](charts/매출%201.svg) ![far](https://example.com/pixel.png) ![page](page.html) ![up](../charts/x.svg) ![data](data:image/png;base64,AA==)",
  );
  expect([...page.querySelectorAll("img")].map((picture) => picture.getAttribute("src"))).toEqual([
    "/api/runs/run_1/artifacts/charts/%EB%A7%A4%EC%B6%9C%201.svg",
  ]);
  expect(page.textContent).toContain("picture not loaded: far");
});

it("shows what would turn text round", () => {
  expect(show("safe\u202etxt.exe").textContent).toContain("safeU+202Etxt.exe");
});

it("draws tables, lists and code", () => {
  const page = show("| a | b |\n| - | -: |\n| 1 | 2 |\n\n- [x] done\n\n```py\nx = 1\n```");
  expect(page.querySelector("td:last-child")?.getAttribute("style")).toBe("text-align: right;");
  expect(page.querySelector("li")?.textContent).toContain("done");
  expect(page.querySelector("pre code")?.textContent).toBe("x = 1\n");
});
