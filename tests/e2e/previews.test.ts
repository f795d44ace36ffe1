import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { withBrowser } from "#tests/support/browser.ts";
import { type Caller, signUpOwner } from "#tests/support/owner.ts";
import { withStudio } from "#tests/support/studio.ts";
import { makeTool, typescriptTool } from "./make-tool.ts";
import { openTool, part, runTo } from "./tool-page.ts";

const HOSTILE =
  "<script>window.hacked = 1</script><img src='https://tracker.example/x.png' onerror='window.hacked = 1'>";

const FILES: Record<string, string> = {
  "report.md": `# 보고서\n\n**bold**\n\n${HOSTILE}\n\n[click](javascript:window.hacked=1)\n\n![drawing](drawing.svg)\n`,
  "orders.csv": 'id,name,amount\n1,무선 헤드폰,189000\n2,"comma, and\nline",5\n',
  "data.json": '{"id": 9007199254740993, "tags": ["a", "b"]}',
  "drawing.svg": `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="80" onload="window.hacked = 1"><rect width="120" height="80" fill="teal"/><script>window.hacked = 1</script></svg>`,
  "page.html": `<h1 id="title">A page</h1>${HOSTILE}<form action="/api/runs" method="post"><button>send</button></form>`,
  "paper.pdf": onePagePdf("Hello from a PDF"),
  "notes.txt": "first\nsecond\n",
  "폴더/한글 이름.txt": "안녕하세요\n",
  "broken.pdf": "no PDF at all",
  "archive.bin": "\u0001\u0002",
};

const studio = withStudio();
const browser = withBrowser(studio);
let owner: Caller;
beforeAll(async () => {
  owner = await signUpOwner(studio);
  const tool = typescriptTool({
    head: 'import { mkdir, writeFile } from "node:fs/promises";\nimport path from "node:path";',
    body: `for (const [name, text] of Object.entries(${JSON.stringify(FILES)} as Record<string, string>)) {
      await mkdir(path.dirname(name), { recursive: true });
      await writeFile(name, text);
    }
    return "made";`,
  });
  await makeTool(owner, "files", tool);
});

test("every kind of file has a preview in which nothing acts, loads or leaves", async () => {
  // What a sandboxed page may not do, the browser reports; that it does is the point.
  const page = await browser.visit({ as: owner, expecting: /sandboxed|about:srcdoc|Content Security Policy/ });
  await openTool(page, "files");
  await runTo(page, "exit 0");
  await page.getByRole("tab", { name: "Artifacts 10" }).click();

  await look(page, "report.md");
  await part(page, "report.md").getByRole("heading", { name: "보고서" }).waitFor();
  expect(await part(page, "report.md").getByRole("img").getAttribute("src")).toContain("/artifacts/drawing.svg");
  expect(await part(page, "report.md").locator("script, a, [onerror]").count()).toBe(0);

  await look(page, "orders.csv");
  const table = page.getByRole("table", { name: "orders.csv" });
  await table.getByRole("cell", { name: "무선 헤드폰" }).waitFor();
  expect(await table.getByRole("columnheader").allTextContents()).toEqual(["id", "name", "amount"]);
  await table.getByRole("cell", { name: "comma, and" }).waitFor();

  await look(page, "data.json");
  await page.getByRole("tree", { name: "data.json" }).getByText("9007199254740993").waitFor();

  await look(page, "drawing.svg");
  await page.getByText("120 × 80 pixels").waitFor();

  await look(page, "page.html");
  const frame = page.frameLocator('iframe[title="page.html"]');
  await frame.getByRole("heading", { name: "A page" }).waitFor();
  expect(await page.locator('iframe[title="page.html"]').getAttribute("sandbox")).toBe("");

  await look(page, "paper.pdf");
  await page.getByText("1 page", { exact: true }).waitFor();
  await expect.poll(() => inkOf(page)).toBeGreaterThan(0);

  await look(page, "notes.txt");
  await part(page, "notes.txt").getByText("second").waitFor();
  await look(page, "폴더/한글 이름.txt");
  await part(page, "폴더/한글 이름.txt").getByText("안녕하세요").waitFor();
  await look(page, "broken.pdf");
  await page.getByText("This PDF could not be read").waitFor();
  await look(page, "archive.bin");
  await page.getByText("There is no preview for this kind of file").waitFor();
  expect(await page.evaluate(() => "hacked" in window)).toBe(false);
});

test("a file can be saved under its own name, and is never opened as part of the studio", async () => {
  const page = await browser.visit({ as: owner });
  await openTool(page, "files");
  const run = await runTo(page, "exit 0");
  await page.getByRole("tab", { name: /^Artifacts/ }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download 폴더/한글 이름.txt" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("한글 이름.txt");
  const answer = await owner(`/api/runs/${run}/artifacts/page.html`);
  expect(answer.headers.get("content-security-policy")).toContain("sandbox");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
});

async function look(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: new RegExp(`^${name.replace(".", "\\.")}`) }).click();
}

/** How many of the pixels that the PDF drew are not white. */
function inkOf(page: Page): Promise<number> {
  return page
    .locator("canvas")
    .first()
    .evaluate((element) => {
      if (!(element instanceof HTMLCanvasElement)) return 0;
      const { data } = element.getContext("2d")?.getImageData(0, 0, element.width, element.height) ?? { data: [] };
      return Array.from(data).filter((value, index) => index % 4 === 0 && value < 128).length;
    });
}

function onePagePdf(text: string): string {
  const content = `BT /F1 24 Tf 20 100 Td (${text}) Tj ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let pdf = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = pdf.length;
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return String(offset).padStart(10, "0");
  });
  const table = offsets.map((offset) => `${offset} 00000 n \n`).join("");
  const start = pdf.length;
  return `${pdf}xref\n0 6\n0000000000 65535 f \n${table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
}
