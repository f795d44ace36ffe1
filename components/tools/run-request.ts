let requested: string | null = null;

/**
 * Asks the playground of a tool to run as soon as it opens. It stands in memory, never in the address:
 * a link on another page must not start a process here.
 */
export function requestRun(toolName: string): void {
  requested = toolName;
}

/** Whether a run of this tool was asked for; asking takes it away. */
export function takeRunRequest(toolName: string): boolean {
  const taken = requested === toolName;
  requested = null;
  return taken;
}
