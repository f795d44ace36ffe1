import { once } from "node:events";
import { CALCULATION, catalogueTool, openTool } from "./tool.ts";

// A process that calls the calculator cold each time it is told to, at the sandbox level that its environment asks for.
const tool = await openTool(catalogueTool("calculator_py"), { parameters: CALCULATION });
process.on("message", async () => {
  const { ms, level } = await tool.callBy("cold");
  process.send?.({ ms, level });
});
process.send?.("ready");
await once(process, "disconnect");
process.exit();
