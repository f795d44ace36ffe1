/** Something that a person has to put right: the message says what is wrong and what to do, so no stack is shown. */
export class Obstacle extends Error {}

/** One calm line. */
export function say(line) {
  process.stdout.write(`${line}\n`);
}

/** The same about work in progress, beside the output proper. */
export function note(line) {
  process.stderr.write(`${line}\n`);
}

/** Runs a command's main part; what stops it is told in one sentence where that is possible, and becomes this exit code. */
export async function explained(run, code = 1) {
  try {
    await run();
  } catch (error) {
    if (error.name === "AbortError") return; // it was asked to stop
    note(sentence(error));
    process.exitCode = code;
  }
}

function sentence(error) {
  if (error instanceof Obstacle || error.name === "AppError") return error.message;
  const place = error.path ?? error.dest;
  if (["EACCES", "EPERM", "EROFS"].includes(error.code) && place) {
    return `Toolroom may not write to ${place} (${error.code}); give this folder to your account, or set TOOLROOM_DATA to one that is yours.`;
  }
  if (error.code === "ENOSPC")
    return `The disk is full${place ? ` at ${place}` : ""}; free some space and start again.`;
  return error.stack ?? String(error);
}
