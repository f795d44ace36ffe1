import { watch } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "vitest";
import { AgentFile, type NewMessage } from "#lib/agents/schema.ts";
import { dataDirectory } from "#lib/core/data-directory.ts";
import { createId } from "#lib/core/ids.ts";
import { createProvider } from "#lib/providers/providers.ts";
import { createPublishedAgent } from "#tests/support/published-agent.ts";
import type { Member } from "../registry/fixture.ts";
import { Child } from "./child.ts";
import { type Asked, complaintsOf } from "./crash-proof.ts";
import { ASKED, LAST, LEDGER_TOOL, ONCE_TOOL } from "./crash-script.ts";
import { createLedgerTools, LEDGER, readLedger } from "./crash-tools.ts";
import { Follower } from "./follower.ts";
import { foldLog, readSessionLog } from "./session-log.ts";

const APIS = ["responses", "chat"] as const;

/** How a session is talked to: past a server's routes, or through them. */
export type Way = {
  start: (agentId: string, message: NewMessage) => Promise<string>;
  send: (sessionId: string, message: NewMessage) => Promise<void>;
  open: (sessionId: string, cursor: string) => Promise<Response>;
};

/** A team whose agents play the crash script on a model server of its own, and all that is wrong with what became of it. */
export class CrashScene {
  readonly asked: Asked[] = [];
  readonly complaints: string[] = [];
  readonly #member: Member;
  readonly #onEvent: () => void;
  readonly #modelServer = new Child("hold-model-server.ts");
  readonly #agents: string[] = [];

  /** `onEvent` is called whenever the model server is asked, or a tool writes into its ledger. */
  constructor(member: Member, onEvent: () => void) {
    this.#member = member;
    this.#onEvent = onEvent;
  }

  async prepare(): Promise<void> {
    const baseUrl = (await this.#modelServer.line()) ?? "";
    void this.#modelServer.eachLine((line) => this.#takeDown(line));
    await createLedgerTools(this.#member);
    for (const api of APIS) {
      const usual = { allowPrivate: true, isDefault: false, defaultModel: "test-model" };
      await createProvider(this.#member, { name: api, api, baseUrl, ...usual });
      const tools = [LEDGER_TOOL, ONCE_TOOL];
      const model = { provider: api };
      const inputType = { type: "object", properties: { ms: { type: "number" } }, required: ["ms"] };
      const file = AgentFile.parse({
        ...{ name: `Bookkeeper on ${api}`, model, tools, agentTools: [ASKED] },
        handoffs: [
          { agent: LAST, inputType, onHandoff: { tool: LEDGER_TOOL }, inputFilter: { type: "last", messages: 50 } },
        ],
        agents: [
          { name: ASKED, model, tools: [LEDGER_TOOL] },
          { name: LAST, model },
        ],
      });
      this.#agents.push((await createPublishedAgent(this.#member, file)).id);
    }
  }

  async close(): Promise<void> {
    await this.#modelServer.kill();
  }

  /** Begins session number N; the answer is what goes on with it to the end of its second run, and proves it. */
  async begin(number: number, way: Way): Promise<() => Promise<void>> {
    const session = `session ${number}`;
    const agentId = this.#agents[number % APIS.length] ?? "";
    const sessionId = await way.start(agentId, newMessage(session));
    return () => this.#prove(session, { sessionId, way });
  }

  async #prove(session: string, { sessionId, way }: { sessionId: string; way: Way }): Promise<void> {
    const folder = dataDirectory.artifacts(this.#member.teamId, sessionId);
    await mkdir(folder, { recursive: true });
    const watcher = watch(folder, this.#onEvent);
    const follower = new Follower(
      (cursor) => way.open(sessionId, cursor),
      ({ runs }) => runs[1]?.endedAt != null,
    );
    const following = follower.follow();
    await way.send(sessionId, newMessage("Go on."));
    const seen = await following;
    watcher.close();
    const log = await readSessionLog(sessionId);
    expect(seen).toEqual(foldLog(log));
    const ledger = readLedger(await readFile(path.join(folder, LEDGER), "utf8"));
    const asked = this.asked.filter((each) => each.session === session || each.session.startsWith(`${session}/`));
    this.complaints.push(...complaintsOf({ session, log, asked, ledger }));
    this.complaints.push(...follower.doubled.map((id) => `${session}: the frame ${id} came again`));
  }

  #takeDown(line: string): void {
    const word = JSON.parse(line) as Asked | { violation: string };
    if ("violation" in word) this.complaints.push(word.violation);
    else this.asked.push(word);
    this.#onEvent();
  }
}

function newMessage(text: string): NewMessage {
  return { id: createId("message"), text, files: [] };
}
