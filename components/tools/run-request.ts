let requested: string | null = null;
let handedOver: { toolName: string; parameters: string } | null = null;

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

/** Hands JSON text over to the playground of a tool, which opens with it as ToolParameters. */
export function requestParameters(toolName: string, parameters: string): void {
  handedOver = { toolName, parameters };
}

/** The parameters that were handed over to this tool, or null; they are gone soon after. */
export function takeRequestedParameters(toolName: string): string | null {
  const taken = handedOver?.toolName === toolName ? handedOver.parameters : null;
  // React may begin a page twice, at once.
  setTimeout(() => {
    handedOver = null;
  });
  return taken;
}
