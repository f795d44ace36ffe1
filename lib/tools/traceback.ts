const ERROR_LINE =
  /^(?:Uncaught )?[A-Za-z_][\w.]*(?:Error|Exception|Exit|Interrupt|Warning|Expired|Refused|NotFound)?(?: \[\w+\])?: /;
const THROWN_TEXT = /^Uncaught '.*'$/;
const TRACEBACK = "Traceback (most recent call last):\n";
const LONGEST = 500;

/** The line that says what went wrong, without its full stop and not too long; null when there is none. */
export function lastError(text: string): string | null {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const line = endOfTraceback(text) ?? lines.findLast((each) => ERROR_LINE.test(each) || THROWN_TEXT.test(each));
  if (line === undefined) return null;
  return line.length > LONGEST ? `${line.slice(0, LONGEST).toWellFormed()}…` : line.replace(/\.+$/, "");
}

/** The first line of the exception that the last Python traceback is of: others may follow, such as its notes. */
function endOfTraceback(text: string): string | undefined {
  const start = text.lastIndexOf(TRACEBACK);
  if (start === -1) return undefined;
  return text
    .slice(start + TRACEBACK.length)
    .split("\n")
    .find((line) => /^[\w.<>]/.test(line));
}
