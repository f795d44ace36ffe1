import { useState } from "react";
import type { LogText } from "#lib/runs/view.ts";
import { LineBuffer, type LogLines } from "./lines.ts";

/** The lines of a log that grows; each piece of it is read once. */
export function useLines(log: LogText): LogLines {
  const [buffer] = useState(() => new LineBuffer());
  return buffer.read(log);
}
