/**
 * What a model says in one answer, in the words of the Responses API: `{type: "message", text}` and `{type: "message", refusal}` are short for whole
 * messages, `{type: "reasoning", summary: "…"}` for whole reasoning; every other item is sent as it is, with an id if it has none.
 */
export type ScriptItem = { type: string } & Record<string, unknown>;

/** What goes wrong with an answer. `after` counts the stream's events that come before; 0 when left out. */
export type Fault =
  /** An HTTP error in OpenAI's shape, such as 429 with `{"retry-after": "2"}` or `{"retry-after-ms": "50"}`. */
  | { kind: "status"; status: number; headers?: Record<string, string>; code?: string; message?: string }
  /** An HTML page instead of JSON, as proxies answer. */
  | { kind: "html"; status: number }
  /** The right body with another content type. */
  | { kind: "content_type"; value: string }
  /** Nothing comes, not even headers, until the test releases it; then all is right. */
  | { kind: "hang" }
  /** Nothing more comes until the test releases it; then the stream goes on. */
  | { kind: "stall"; after?: number }
  | { kind: "cut"; after?: number }
  | { kind: "cut_in_frame"; after?: number }
  | { kind: "malformed_frame"; after?: number }
  | { kind: "unknown_event"; after?: number }
  /** `response.failed`; a chat server sends an error object as its last chunk. */
  | { kind: "failed"; after?: number; code?: string; message?: string }
  | { kind: "error_event"; after?: number; code?: string; message?: string }
  /** The stream ends in good order, but without its terminal event. */
  | { kind: "no_end" };

export type Usage = { input: number; output: number; cached?: number; reasoning?: number };

export type Turn = {
  output: readonly ScriptItem[];
  usage?: Usage;
  /** The answer was stopped there; its last item is incomplete. */
  incomplete?: "max_output_tokens" | "content_filter";
  /** Said by a chat server instead of the finish reason that follows from the output. */
  finish?: string;
  fault?: Fault;
  /** Characters in a delta. */
  chunk?: number;
  /** How deltas are held back: each waits for a step of `server.step()`, or for so many milliseconds. */
  pace?: "steps" | number;
};

type ScriptTurn = readonly ScriptItem[] | (Partial<Turn> & { type?: never });

/** What a script sees of a request. */
export type Asked = {
  api: "responses" | "chat";
  body: Record<string, unknown>;
  /** Who asks: `metadata.session`, or else the first user message. */
  session: string;
  /** How many answers of the model the request's own history holds. */
  turn: number;
};

/**
 * A list has one turn for each request. By session each has a list of its own, `*` is the list of those not named. A function
 * answers by what is asked.
 */
export type Script =
  | readonly ScriptTurn[]
  | { [session: string]: readonly ScriptTurn[] }
  | ((asked: Asked) => ScriptTurn);

/**
 * `requests`: each request gets the next turn. `history`: a request gets the turn that its history has come to, so one that
 * is asked again is answered again the same, but for the turn's fault, which strikes once.
 */
export type Following = "requests" | "history";

/** Finds the turn for each request; null when the script has none left. */
export class Player {
  readonly #script: Script;
  readonly #following: Following;
  readonly #asked = new Map<string, number>();

  constructor(script: Script, following: Following) {
    this.#script = script;
    this.#following = following;
  }

  next(asked: Asked): Turn | null {
    if (typeof this.#script === "function") return asTurn(this.#script(asked));
    const [name, turns] = listOf(this.#script, asked.session);
    if (this.#following === "requests") return asTurn(turns[this.#count(name)]);
    const turn = asTurn(turns[asked.turn]);
    if (this.#count(`${name} ${asked.turn}`) > 0) delete turn?.fault;
    return turn;
  }

  #count(name: string): number {
    const count = this.#asked.get(name) ?? 0;
    this.#asked.set(name, count + 1);
    return count;
  }
}

function listOf(
  script: Exclude<Script, (asked: Asked) => ScriptTurn>,
  session: string,
): [string, readonly ScriptTurn[]] {
  if (isList(script)) return ["", script];
  return [session, script[session] ?? script["*"] ?? []];
}

function asTurn(turn: ScriptTurn | undefined): Turn | null {
  if (!turn) return null;
  return isList(turn) ? { output: turn } : { output: [], ...turn };
}

function isList<T>(value: readonly T[] | object): value is readonly T[] {
  return Array.isArray(value);
}
