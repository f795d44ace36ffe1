import "server-only";
import { AppError } from "#lib/core/errors.ts";
import type { Item } from "#lib/providers/model.ts";
import { recordRehearsal } from "#lib/providers/record-rehearsal.ts";
import { createAgent } from "./agents.ts";
import { type Answer, type Conversation, type Entry, textOf } from "./conversation.ts";
import { readConversation, readLog } from "./history.ts";
import { AgentFile, type AgentSummary } from "./schema.ts";
import { definitionOf, getSession } from "./sessions.ts";

type Member = { id: string; teamId: string };

export type ExportFormat = "markdown" | "json" | "rehearsal";
type Exported = { name: string; mediaType: string; text: string };

const ALL = { position: Number.MAX_SAFE_INTEGER };

/**
 * A session as a file: to read, with all events of its log, or as the agent file of a rehearsal that says and calls the same
 * again. Throws `not_found`, also for another team's.
 */
export async function exportSession(member: Member, id: string, format: ExportFormat): Promise<Exported> {
  const session = await getSession(member, id);
  const name = (session.title || session.id).replaceAll(/[^\p{L}\p{N}]+/gu, "-").slice(0, 60);
  switch (format) {
    case "json": {
      const { inputs: _, ...about } = session;
      const text = JSON.stringify({ session: about, events: await readLog(id, ALL) }, null, 2);
      return { name: `${name}.json`, mediaType: "application/json", text };
    }
    case "markdown": {
      const conversation = await readConversation(id, ALL);
      const text = [`# ${session.title || session.agentName}`, ...conversation.entries.map(tell)].join("\n\n");
      return { name: `${name}.md`, mediaType: "text/markdown; charset=utf-8", text: `${text}\n` };
    }
    case "rehearsal": {
      const text = JSON.stringify(await rehearsalOf(member, id), null, 2);
      return { name: `${name}.agent.json`, mediaType: "application/json", text };
    }
  }
}

/** Adds an agent to the team that rehearses a session. Throws `not_found`, and `invalid_input` for a session without an answer. */
export async function saveAsRehearsal(member: Member, id: string): Promise<AgentSummary> {
  const file = await rehearsalOf(member, id);
  return createAgent(member, file);
}

async function rehearsalOf(member: Member, id: string): Promise<AgentFile> {
  const { title } = await getSession(member, id);
  const file = await definitionOf(member, id);
  const script = recordRehearsal(itemsOf(await readConversation(id, ALL)));
  if (script.exchanges.length === 0) {
    throw new AppError("invalid_input", "The session has no answer yet, so there is nothing to rehearse.");
  }
  const name = `${title || file.name} (rehearsal ${id.slice(-4)})`.slice(0, 200);
  // Handovers are played by the agent that the session began with; its own words say who speaks.
  return AgentFile.parse({ ...file, name, model: { rehearsal: script } });
}

function itemsOf({ entries }: Conversation): Item[] {
  return entries.flatMap((entry): Item[] => {
    if (entry.type === "message") return [{ role: "user", content: entry.text }];
    if (entry.type !== "answer" || entry.status === "incomplete") return [];
    return [
      ...entry.items,
      ...entry.calls.map(({ callId, output }) => ({
        type: "function_call_output",
        call_id: callId,
        output: output ?? "",
      })),
    ];
  });
}

function tell(entry: Entry): string {
  switch (entry.type) {
    case "message":
      return `## Person\n\n${entry.text}${entry.files.map(({ name }) => `\n\n- ${name}`).join("")}`;
    case "answer":
      return tellAnswer(entry);
    case "partial":
      return `## Assistant (stopped)\n\n${entry.text}`;
    case "correction":
      return `> ${entry.text}`;
    case "summary":
      return `> Summed up:\n>\n> ${entry.text.replaceAll("\n", "\n> ")}`;
  }
}

function tellAnswer({ agent, items, calls }: Answer): string {
  const text = textOf(items);
  const told = calls.map((call) => {
    const result = fenced(call.output ?? "(no result)");
    return `### ${call.name}\n\n${fenced(call.arguments, "json")}\n\n${result}`;
  });
  return [`## ${agent}`, ...(text === "" ? [] : [text]), ...told].join("\n\n");
}

/** A fence that nothing inside of it can close. */
function fenced(text: string, language = ""): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
