import "server-only";
import { AppError } from "#lib/core/errors.ts";
import type { Item } from "#lib/providers/model.ts";
import { recordRehearsal } from "#lib/providers/record-rehearsal.ts";
import { withoutHeld } from "#lib/runs/log.ts";
import { createAgent } from "./agents.ts";
import { containMarkdown } from "./contain-markdown.ts";
import type { Conversation } from "./conversation.ts";
import { type Answer, type Entry, textOf } from "./entries.ts";
import { askNames, handoffNames } from "./handoff-names.ts";
import { readLog, readWholeConversation } from "./history.ts";
import { publishAgent } from "./publish.ts";
import { type AgentDefinition, AgentFile, type AgentSummary } from "./schema.ts";
import { definitionOf, getSession } from "./sessions.ts";

type Member = { id: string; teamId: string };

export type ExportFormat = "markdown" | "json" | "rehearsal";
type Exported = { name: string; mediaType: string; text: string };

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
      const text = JSON.stringify({ session: about, events: (await readLog(id)).map(withoutHeld) }, null, 2);
      return { name: `${name}.json`, mediaType: "application/json", text };
    }
    case "markdown": {
      const conversation = await readWholeConversation(id);
      const text = [`# ${inLine(session.title || session.agentName)}`, ...tellAll(conversation)].join("\n\n");
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
  const made = await createAgent(member, await rehearsalOf(member, id));
  return publishAgent(member, made.id, { base: made.versionId, note: "" });
}

async function rehearsalOf(member: Member, id: string): Promise<AgentFile> {
  const { title } = await getSession(member, id);
  const file = await definitionOf(member, id);
  const script = recordRehearsal(itemsOf(await readWholeConversation(id)));
  if (script.exchanges.length === 0) {
    throw new AppError("invalid_input", "The session has no answer yet, so there is nothing to rehearse.");
  }
  const name = `${title || file.name} (rehearsal ${id.slice(-4)})`.slice(0, 200);
  // The script says whose turn it is by its handovers, so that every agent plays the same; a script runs no tools on a server.
  const played = { model: { rehearsal: script }, hostedTools: [] };
  const named = (agent: AgentDefinition) => ({ ...agent, ...played, ...withName(agent, file.name, name) });
  return AgentFile.parse({ ...file, ...named(file), name, agents: file.agents.map(named) });
}

/** Whom an agent hands over to and asks, with the first agent under another name, but called as before: the script has those calls. */
function withName({ handoffs, agentTools }: AgentDefinition, from: string, to: string) {
  const handed = handoffNames(handoffs.map(({ agent }) => agent)).get(from);
  const asked = askNames(agentTools.map(({ agent }) => agent)).get(from);
  return {
    handoffs: handoffs.map((each) =>
      each.agent === from ? { ...each, agent: to, toolNameOverride: each.toolNameOverride ?? handed } : each,
    ),
    agentTools: agentTools.map((each) =>
      each.agent === from ? { ...each, agent: to, toolName: each.toolName ?? asked } : each,
    ),
  };
}

/** What agents were asked on the way is played like what people said: each question begins an exchange. */
function itemsOf(conversation: Conversation): Item[] {
  return [...ownItems(conversation), ...conversation.asked.flatMap(itemsOf)];
}

function ownItems({ entries }: Conversation): Item[] {
  return entries.flatMap((entry): Item[] => {
    if (entry.type === "message" || entry.type === "correction") return [{ role: "user", content: entry.text }];
    if (entry.type === "partial") return [{ role: "assistant", content: entry.text }];
    if (entry.type !== "answer" || entry.status === "incomplete") return [];
    return [
      ...entry.items,
      ...entry.calls
        .filter(({ kind }) => kind === "function")
        .map(({ callId, output }) => ({
          type: "function_call_output",
          call_id: callId,
          output: output ?? "",
        })),
    ];
  });
}

function tellAll(conversation: Conversation): string[] {
  return conversation.entries.map((entry) => tell(entry, conversation));
}

function tell(entry: Entry, conversation: Conversation): string {
  switch (entry.type) {
    case "message":
      return ["## Person", containMarkdown(entry.text), ...entry.files.map(({ name }) => `- ${inLine(name)}`)].join(
        "\n\n",
      );
    case "answer":
      return tellAnswer(entry, conversation);
    case "partial":
      return `## Assistant (stopped)\n\n${containMarkdown(entry.text)}`;
    case "items":
      return fenced(JSON.stringify(entry.items, null, 2), "json");
    case "correction":
    case "summary":
      return quoted(containMarkdown(entry.text));
  }
}

function tellAnswer({ agent, items, calls }: Answer, conversation: Conversation): string {
  const text = textOf(items);
  const told = calls.map((call) => {
    const asked = conversation.nestedIn(call);
    return [
      `### ${inLine(call.name)}`,
      fenced(call.arguments, "json"),
      ...(asked ? [quoted(tellAll(asked).join("\n\n"))] : []),
      fenced(call.output ?? "(no result)"),
    ].join("\n\n");
  });
  return [`## ${inLine(agent)}`, ...(text === "" ? [] : [containMarkdown(text)]), ...told].join("\n\n");
}

function quoted(text: string): string {
  return `> ${text.replaceAll("\n", "\n> ")}`;
}

/** Words that stay in their line, whoever chose them. */
function inLine(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}

/** A fence that nothing inside of it can close. */
function fenced(text: string, language = ""): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
