/** A value as TypeScript source, indented by some spaces from its second line on. Numbers beyond 2^53 keep their digits. */
export function code(value: unknown, indent = 0): string {
  return JSON.stringify(value, null, 2).replaceAll("\n", `\n${" ".repeat(indent)}`);
}

/** A text as a template literal, each variable `{{name}}` replaced by the expression that `expressionOf` has for it, if any. */
export function template(text: string, expressionOf: (name: string) => string | null): string {
  const parts = text.split(/(\{\{\s*[^\s{}]+\s*\}\})/);
  const written = parts.map((part, at) => {
    const expression = at % 2 === 1 ? expressionOf(part.slice(2, -2).trim()) : null;
    return expression === null ? part.replaceAll(/[\\`]|\$\{/g, "\\$&") : `\${${expression}}`;
  });
  return `\`${written.join("")}\``;
}

/** Lines of a comment, whatever the text has in it. */
export function comment(text: string, indent = 0): string[] {
  return text.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => `${" ".repeat(indent)}// ${line}`);
}
