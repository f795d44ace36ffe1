/** An item of the Responses API, as `model.responded` tells of it. */
export type Item = { type?: string | undefined; [key: string]: unknown };

/** A piece of a model's answer, in the order in which it came. A call stands in its turn's `calls` under `index`. */
export type Part =
  | { is: "reasoning"; text: string }
  | { is: "text"; text: string; sources: readonly Source[] }
  | { is: "refusal"; text: string }
  | { is: "call"; index: number }
  /** What the model server did itself, such as a search of the web. */
  | { is: "hosted"; item: Item }
  /** Nothing that this studio knows. */
  | { is: "unknown"; item: Item };

/** What a text refers to. */
export type Source = { url: string; title: string };

/** What a model asked to be called: its arguments are JSON text, or what the model took for it. */
export type AskedCall = { name: string; arguments: string; callId: string | null };

/** The parts of an answer's items, and its calls in order. Reasoning that is kept from people is left out. */
export function readItems(items: readonly Item[]): { parts: Part[]; calls: AskedCall[] } {
  const calls: AskedCall[] = [];
  const parts = items.flatMap((item): Part[] => {
    if (item.type === "function_call") {
      calls.push({ name: textIn(item.name), arguments: textIn(item.arguments), callId: textIn(item.call_id) || null });
      return [{ is: "call", index: calls.length - 1 }];
    }
    if (item.type === "mcp_approval_request") {
      const name = `${textIn(item.server_label)}/${textIn(item.name)}`;
      calls.push({ name, arguments: textIn(item.arguments), callId: textIn(item.id) || null });
      return [{ is: "call", index: calls.length - 1 }];
    }
    if (item.type === "message") return listIn(item.content).map((content) => readContent(content, item));
    if (item.type === "reasoning") return readReasoning(item);
    return [{ is: isHosted(item.type) ? "hosted" : "unknown", item }];
  });
  return { parts, calls };
}

function readContent(content: Item, item: Item): Part {
  if (content.type === "refusal") return { is: "refusal", text: textIn(content.refusal) };
  if (content.type !== "output_text") return { is: "unknown", item: { ...item, content: [content] } };
  return { is: "text", text: textIn(content.text), sources: sourcesOf(content) };
}

/** Summaries are for people; some servers send the reasoning itself. */
function readReasoning(item: Item): Part[] {
  const said = [...listIn(item.summary), ...listIn(item.content)].map(({ text }) => textIn(text)).filter(Boolean);
  return said.length === 0 ? [] : [{ is: "reasoning", text: said.join("\n\n") }];
}

function sourcesOf(content: Item): Source[] {
  const sources = new Map<string, Source>();
  for (const { type, url, title } of listIn(content.annotations)) {
    if (type === "url_citation" && typeof url === "string") sources.set(url, { url, title: textIn(title) || url });
  }
  return [...sources.values()];
}

function isHosted(type: string | undefined): boolean {
  return type !== undefined && (/^(?!custom_tool|function).*_call$/.test(type) || type.startsWith("mcp_"));
}

function listIn(value: unknown): Item[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "object" && each !== null) : [];
}

function textIn(value: unknown): string {
  return typeof value === "string" ? value : "";
}
