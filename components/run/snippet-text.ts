/** What a snippet says of the UserParameters: which configuration, or which names. A value never goes into it. */
export type SnippetUser = { configurationId?: string; names?: readonly string[] };

export type SnippetCall = { toolId: string; toolName: string; toolParameters: string; user: SnippetUser };

/** The request as a `curl` command. The session's cookie is read from $TOOLROOM_COOKIE ("name=value"). */
export function curlSnippet({ toolId, toolParameters, user }: SnippetCall, origin: string): string {
  const body = JSON.stringify({
    toolId,
    toolParameters,
    ...(user.configurationId === undefined ? {} : { configurationId: user.configurationId }),
    ...(user.configurationId === undefined && user.names?.length ? { userParameters: placeholders(user.names) } : {}),
  });
  return [
    `curl --no-buffer ${shellQuote(`${origin}/api/runs`)}`,
    '--cookie "$TOOLROOM_COOKIE"',
    `--header ${shellQuote(`Origin: ${origin}`)}`,
    `--header ${shellQuote("Content-Type: application/json")}`,
    `--data-raw ${shellQuote(body)}`,
  ].join(" \\\n  ");
}

/** The call as a command of the studio's own folder. It knows no configurations, so their names become placeholders. */
export function commandSnippet({ toolName, toolParameters, user }: SnippetCall): string {
  return [
    `npm run -s toolroom -- call ${shellQuote(toolName)}`,
    ...(user.names?.length ? [`--user-params ${shellQuote(placeholders(user.names))}`] : []),
    `--tool-params ${shellQuote(toolParameters)}`,
  ].join(" \\\n  ");
}

/** The text as one word of a POSIX shell, whatever is in it. */
export function shellQuote(text: string): string {
  return /^[\w./:@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

function placeholders(names: readonly string[]): string {
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, `<${name}>`])));
}
