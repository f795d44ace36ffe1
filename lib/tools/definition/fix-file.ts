import type { LintFix } from "./lint.ts";

/**
 * A tool's file with one lint finding fixed: its entry file in Python or TypeScript, or its config.json ("" where it has none).
 * Null when the place is not written in a way that can be changed without a person.
 */
export function fixFile(fix: LintFix, file: { path: string; text: string }): string | null {
  if (fix.kind === "result_characters") return withResultCharacters(file.text, fix.value);
  const literals = fix.values.map((value) => JSON.stringify(value)).join(", ");
  return file.path.endsWith(".py")
    ? fixPython(file.text, fix.name, literals)
    : fixTypeScript(file.text, fix.name, literals);
}

function withResultCharacters(text: string, value: number): string | null {
  try {
    const config = text.trim() === "" ? {} : (JSON.parse(text) as object);
    return `${JSON.stringify({ ...config, resultCharacters: value }, null, 2)}\n`;
  } catch {
    // A person has to repair the file first.
    return null;
  }
}

function fixPython(source: string, name: string, literals: string): string | null {
  const start = /^class\s+ToolParameters\b.*$/m.exec(source);
  if (!start) return null;
  const from = start.index + start[0].length;
  const length = source.slice(from).search(/^\S/m);
  const body = length === -1 ? source.slice(from) : source.slice(from, from + length);
  const field = new RegExp(`^([ \\t]+${escaped(name)}[ \\t]*:[^=\\n]*?)\\bstr\\b`, "m");
  if (!field.test(body)) return null;
  const fixed = body.replace(field, (_, before: string) => `${before}Literal[${literals}]`);
  return importLiteral(`${source.slice(0, from)}${fixed}${source.slice(from + body.length)}`);
}

function importLiteral(source: string): string {
  if (/^from typing import .*\bLiteral\b/m.test(source)) return source;
  if (/^from typing import [^(\n]*$/m.test(source)) {
    return source.replace(/^from typing import ([^(\n]*)$/m, (_, names: string) => {
      const sorted = [...names.split(",").map((each) => each.trim()), "Literal"].sort();
      return `from typing import ${sorted.join(", ")}`;
    });
  }
  return source.replace(/^(?!from __future__)(import|from) /m, "from typing import Literal\n$1 ");
}

function fixTypeScript(source: string, name: string, literals: string): string | null {
  const from = source.search(/\bToolParameters\s*=\s*z\s*\.\s*object\(/);
  if (from === -1) return null;
  const key = `(?:${escaped(name)}|${escaped(JSON.stringify(name))})`;
  const field = new RegExp(
    `(\\n\\s*${key}\\s*:\\s*z\\s*)\\.string\\(\\)(?=\\s*(?:,|\\}|\\.(?:describe|optional|nullable|nullish|default)\\())`,
  );
  const rest = source.slice(from);
  if (!field.test(rest)) return null;
  return `${source.slice(0, from)}${rest.replace(field, (_, before: string) => `${before}.enum([${literals}])`)}`;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
