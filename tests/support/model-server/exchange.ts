import type { IncomingMessage, ServerResponse } from "node:http";
import { type Checks, checkQuestion } from "./checks/check.ts";
import { dialects } from "./dialect.ts";
import { newId, wholeItems } from "./items.ts";
import { askedOfChat, askedOfResponses, type Question } from "./memory.ts";
import { Refusal, sendHttpFault, sendRefusal, violation } from "./refusal.ts";
import type { Answer } from "./responses-events.ts";
import type { Received, Scene, Violation } from "./scene.ts";
import type { Turn } from "./script.ts";
import { stream } from "./stream.ts";

export type Settings = {
  /** What `GET /v1/models` lists; null: a server without this route. */
  models?: readonly string[] | null;
  /** The only key that is let in; any when left out. */
  key?: string;
  /** `all` when left out. */
  checks?: Checks;
  /** Whether `requests` keeps them; left out, it does. */
  keepsRequests?: boolean;
  onViolation?: (violation: Violation) => void;
};

type Exchange = { request: IncomingMessage; response: ServerResponse; scene: Scene; settings: Settings };

const APIS: Record<string, "responses" | "chat"> = {
  "POST /v1/responses": "responses",
  "POST /v1/chat/completions": "chat",
};

/** Takes one request down and answers it. */
export async function exchange({ request, response, scene, settings }: Exchange): Promise<void> {
  const route = `${request.method} ${request.url?.split("?")[0]}`;
  const text = await textOf(request);
  let number = scene.count;
  const receive = (received: Pick<Received, "api" | "body" | "session">) => {
    number = scene.count;
    record({ request, response, scene, settings }, received);
  };
  try {
    if (route === "GET /v1/models") {
      receive({ api: "models", body: {}, session: "" });
      checkKey(request, settings);
      listModels(response, settings);
      return;
    }
    const api = APIS[route];
    if (!api) throw violation(`Invalid URL (${route})`);
    const body = parsed(text);
    const question = api === "responses" ? askedOfResponses(body, scene.memory) : askedOfChat(body);
    receive({ api, body, session: question.asked.session });
    checkKey(request, settings);
    checkQuestion(question, { memory: scene.memory, checks: settings.checks ?? "all" });
    await answer(response, { scene, question });
  } catch (thrown) {
    const error = thrown instanceof Refusal ? thrown : violation(`The model server cannot take this: ${thrown}`);
    if (error.isViolation) {
      const { message, param } = error;
      scene.violations.push({ request: number, message, param });
      settings.onViolation?.({ request: number, message, param });
    }
    if (!response.headersSent) sendRefusal(response, error);
    else response.destroy(error);
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch {
    throw violation("We could not parse the JSON body of your request.");
  }
}

function record(
  { request, response, scene, settings }: Exchange,
  received: Pick<Received, "api" | "body" | "session">,
): void {
  const entry: Received = { ...received, headers: request.headers, at: Date.now(), isAborted: false };
  scene.receive(entry, { keep: settings.keepsRequests ?? true });
  response.once("close", () => {
    entry.isAborted = !response.writableFinished && !response.errored;
  });
}

function checkKey({ headers }: IncomingMessage, { key }: Settings): void {
  if (key === undefined || headers.authorization === `Bearer ${key}`) return;
  throw new Refusal(401, { message: "Incorrect API key provided.", code: "invalid_api_key", isViolation: false });
}

function listModels(response: ServerResponse, { models = ["test-model"] }: Settings): void {
  if (models === null) throw new Refusal(404, { message: "Not found", isViolation: false });
  const data = models.map((id) => ({ id, object: "model", created: 1_700_000_000, owned_by: "test" }));
  sendJson(response, { object: "list", data });
}

async function answer(
  response: ServerResponse,
  { scene, question }: { scene: Scene; question: Question },
): Promise<void> {
  const { asked, input } = question;
  const turn = scene.player.next(asked);
  if (!turn) throw violation(`The script has no turn ${asked.turn} for the session "${asked.session.slice(0, 80)}".`);
  if (turn.fault?.kind === "hang") await scene.holds.forRelease(response);
  if (response.destroyed || sendHttpFault(response, turn.fault)) return;
  const dialect = dialects[asked.api];
  const whole = wholeAnswer(turn, question);
  const isStored = asked.api === "responses" && asked.body.store !== false;
  const { session, body } = asked;
  scene.memory.keep(whole.id, { session, model: body.model, items: whole.items, input, isStored });
  if (asked.body.stream === true) await stream(response, whole, { dialect, holds: scene.holds });
  else sendJson(response, dialect.whole(whole), turn);
}

function wholeAnswer(turn: Turn, { asked: { api, body } }: Question): Answer {
  const id = newId(api === "responses" ? "resp" : "chatcmpl");
  const isEncrypted = Array.isArray(body.include) && body.include.includes("reasoning.encrypted_content");
  const items = wholeItems(turn.output, { isIncomplete: turn.incomplete !== undefined, isEncrypted });
  return { id, body, turn, items };
}

function sendJson(response: ServerResponse, body: object, turn?: Turn): void {
  const type = turn?.fault?.kind === "content_type" ? turn.fault.value : "application/json";
  response.writeHead(200, { "content-type": type });
  response.end(JSON.stringify(body));
}
