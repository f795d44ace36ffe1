import type * as Monaco from "monaco-editor";

/** Gives the editor the studio's colours, and again whenever they change from light to dark. */
export function followTheme(monaco: typeof Monaco) {
  const apply = () => {
    monaco.editor.defineTheme("toolroom", theme());
    monaco.editor.setTheme("toolroom");
  };
  apply();
  new MutationObserver(apply).observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", apply);
}

const COLORS = {
  "editor.background": "--sunken",
  "editor.foreground": "--ink",
  "editorGutter.background": "--sunken",
  "editorLineNumber.foreground": "--ink-3",
  "editorLineNumber.activeForeground": "--ink",
  "editorCursor.foreground": "--accent",
  "editor.selectionBackground": "--accent-soft",
  "editor.lineHighlightBackground": "--hover",
  "editor.lineHighlightBorder": "--hover",
  "editorWidget.background": "--raised",
  "editorWidget.border": "--line-strong",
  "editorError.foreground": "--danger",
  "editorWarning.foreground": "--warn",
  focusBorder: "--accent",
} as const;

const TOKENS = {
  "string.key.json": "--code-key",
  "string.value.json": "--code-string",
  "keyword.json": "--code-literal",
  string: "--code-string",
  number: "--code-number",
  regexp: "--code-string",
  keyword: "--code-literal",
  annotation: "--code-literal",
  type: "--code-number",
  tag: "--code-number",
  "attribute.name": "--code-key",
  "attribute.value": "--code-string",
  variable: "--ink-2",
  delimiter: "--ink-2",
  comment: "--ink-3",
} as const;

function theme(): Parameters<(typeof Monaco)["editor"]["defineTheme"]>[1] {
  const read = colorReader();
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) =>
    Number.parseInt(read("--sunken").slice(start, start + 2), 16),
  );
  return {
    base: red + green + blue < 384 ? "vs-dark" : "vs",
    inherit: true,
    colors: Object.fromEntries(Object.entries(COLORS).map(([name, token]) => [name, read(token)])),
    rules: Object.entries(TOKENS).map(([token, color]) => ({ token, foreground: read(color).slice(1) })),
  };
}

/** The editor takes only #rrggbb, so the browser paints a token and the pixel is read back. */
function colorReader(): (token: string) => string {
  const probe = document.body.appendChild(document.createElement("span"));
  const pixel = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const colors = new Map<string, string>();
  for (const token of [...Object.values(COLORS), ...Object.values(TOKENS)]) {
    probe.style.color = `var(${token})`;
    if (!pixel) continue;
    pixel.fillStyle = getComputedStyle(probe).color;
    pixel.fillRect(0, 0, 1, 1);
    const bytes = pixel.getImageData(0, 0, 1, 1).data.slice(0, 3);
    colors.set(token, `#${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`);
  }
  probe.remove();
  return (token) => colors.get(token) ?? "#808080";
}
