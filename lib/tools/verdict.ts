import type { ErrorCode } from "#lib/core/errors.ts";
import type { NonFinite } from "./heard.ts";
import { findNonFinite, showsNonFinite, splitOutput } from "./output.ts";
import type { Finished } from "./run-tool.ts";
import type { ToolContract } from "./schema.ts";
import { lastError } from "./traceback.ts";

/** What the model is told of a wrong configuration: it cannot mend it, and must not learn what is in it. */
export const MISCONFIGURED = "The tool is not configured correctly; a person has to change its configuration.";

const NO_NETWORK =
  /Network is unreachable|ENETUNREACH|EAI_AGAIN|Temporary failure in name resolution|Name or service not known|nodename nor servname|getaddrinfo failed/;
const MOST_LOOKED_AT = 64 * 1024;
const HEAP_IS_FULL = /JavaScript heap out of memory/;

const REASONS: Record<string, string> = {
  SIGKILL: ", perhaps because the memory ran out",
  SIGXFSZ: ", because it wrote a file of more than 256 MiB",
  SIGXCPU: ", because it used more CPU time than its time limit allows on all cores",
};

/** How a call ended. `log` null: all that was printed is log, since the result came another way. */
export type Verdict =
  | { type: "returned"; result: string; log: string | null; warnings: string[] }
  | { type: "failed"; code: ErrorCode; message: string; model: string; warnings: string[] };

/**
 * Decides, from how its process ended and what it said, whether a tool returned, and what; exit code 0 is success.
 * `doubt` is what its schema says against its arguments: when the tool failed, that is why; when it did not, it knew better.
 */
export function judge(
  finished: Finished,
  { contract, doubt }: { contract: ToolContract; doubt: string | null },
): Verdict {
  const verdict = decide(finished, { contract, doubt });
  return { ...verdict, warnings: [...verdict.warnings, ...listWarnings(missingNetwork(finished, contract))] };
}

function decide(finished: Finished, { contract, doubt }: { contract: ToolContract; doubt: string | null }): Verdict {
  const stopped = judgeEnding(finished, contract);
  if (stopped) return { type: "failed", warnings: [], model: stopped.message, ...stopped, ...explain(stopped, doubt) };
  const { messages } = finished;
  if (messages.unusable) return failure(messages.unusable);
  if (contract.protocol === "function") {
    if (messages.nonFinite) return failure(sayNonFinite(messages.nonFinite));
    if (messages.result === undefined) return failure("The tool ended before its runTool returned anything.");
    return { type: "returned", result: messages.result, log: null, warnings: listWarnings(surprise(doubt)) };
  }
  const { log, result, warning } = splitOutput(finished.before, finished.after, contract.outputKey);
  const returned = messages.nonFinite && showsNonFinite(result) ? messages.nonFinite : findNonFinite(result);
  if (returned) return failure(sayNonFinite(returned));
  return { type: "returned", result, log, warnings: listWarnings(warning ?? missingKey(contract), surprise(doubt)) };
}

function listWarnings(...warnings: (string | null)[]): string[] {
  return warnings.filter((warning) => warning !== null);
}

/** A tool that was kept from a network it wants says so in its library's words, which name no cure. */
function missingNetwork({ before, after, stderr, messages }: Finished, { settings }: ToolContract): string | null {
  if (settings.network.mode !== "none") return null;
  const said = [stderr, before.slice(-MOST_LOOKED_AT), after.slice(-MOST_LOOKED_AT), messages.result ?? ""];
  if (!said.some((text) => NO_NETWORK.test(text))) return null;
  return 'The tool has no network. List the hosts it needs in its config.json: { "sandbox": { "network": { "allow": ["api.example.com"] } } }';
}

function surprise(doubt: string | null): string | null {
  return doubt && `The tool took what its schema refuses: ${doubt}`;
}

function missingKey({ entry, outputKey }: ToolContract): string | null {
  if (outputKey) return null;
  return `${entry} has no OUTPUT_KEY, so all of its standard output was taken for the result.`;
}

function explain({ blames }: Stopped, doubt: string | null) {
  if (doubt === null || blames !== "arguments") return {};
  return { code: "invalid_input" as const, message: doubt, model: doubt };
}

/** Why a process counts as failed; `blames` when that may be because of what it was given. */
type Stopped = { code: ErrorCode; message: string; model?: string; blames?: "arguments" };

function judgeEnding({ ending, messages, stderr }: Finished, { settings }: ToolContract): Stopped | null {
  const { cause, exitCode, signal } = ending;
  if (cause === "cancelled") return { code: "cancelled", message: "The call was cancelled." };
  if (cause === "timeout") {
    const lingering =
      messages.result === undefined
        ? ""
        : " It had returned a result, but something, such as an open connection, kept it running.";
    return {
      code: "tool_timeout",
      message: `The tool did not end within ${settings.timeoutSeconds} s and was stopped.${lingering}`,
    };
  }
  if (cause === "stdout" || cause === "stderr") {
    return { code: "tool_failed", message: `The tool wrote more than 16 MiB to ${cause} and was stopped.` };
  }
  if (cause === "channel")
    return { code: "tool_failed", message: "The tool returned a result of more than 64 MiB and was stopped." };
  const excess = judgeExcess(cause, settings);
  if (excess) return excess;
  if (messages.refused) return refusal(messages.refused);
  if (signal) {
    const why = HEAP_IS_FULL.test(stderr) ? ", because its memory ran out" : (REASONS[signal] ?? "");
    return { code: "tool_crashed", message: `The tool crashed: it was ended by ${signal}${why}.` };
  }
  if (exitCode === 0) return null;
  const error = lastError(stderr);
  const model = `The tool failed with exit code ${exitCode} and gave no result.`;
  return {
    code: "tool_failed",
    message: error ? `The tool failed with exit code ${exitCode}: ${error}.` : model,
    model,
    blames: "arguments",
  };
}

function judgeExcess(cause: Finished["ending"]["cause"], settings: ToolContract["settings"]): Stopped | null {
  if (cause === "memory") {
    const mebibytes = Math.round(settings.memoryBytes / 1024 ** 2);
    return { code: "tool_crashed", message: `The tool took more than ${mebibytes} MiB of memory and was stopped.` };
  }
  if (cause === "processes")
    return { code: "tool_crashed", message: "The tool started too many processes and was stopped." };
  if (cause !== "disk") return null;
  return { code: "tool_failed", message: "The tool wrote more than the disk allows it (1 GiB) and was stopped." };
}

function refusal({ what, path, message, more = 0 }: NonNullable<Finished["messages"]["refused"]>): Stopped {
  const others = more > 0 ? ` (${more} more)` : "";
  const sentence = `${what}${path ? ` at \`${path}\`` : ""}: ${message.replace(/\.$/, "")}${others}.`;
  if (what === "UserParameters") return { code: "invalid_input", message: sentence, model: MISCONFIGURED };
  return { code: "invalid_input", message: sentence, blames: "arguments" };
}

function failure(message: string): Verdict {
  return { type: "failed", code: "tool_failed", message, model: message, warnings: [] };
}

function sayNonFinite({ value, path }: NonFinite): string {
  return `The tool returned ${value}${path ? ` at \`${path}\`` : ""}; JSON has no such number, return null or text.`;
}
