/** A name as SQL takes it whatever it holds. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text as SQL takes it whatever it holds. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
