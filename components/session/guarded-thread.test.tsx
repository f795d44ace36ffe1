import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { EventBody } from "#lib/runs/schema.ts";
import { item, say } from "#lib/runs/session-log.test-support.ts";
import { openSession } from "./open-session.test-support.tsx";

// A page without layout would show no row of a thread that is cut to what is in sight.
beforeAll(() => {
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(3_000);
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(3_000);
  vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockReturnValue(800);
});
afterEach(cleanup);

const begun = [say.started(), say.message("Hello"), say.asked()];
type Tripped = Extract<EventBody, { type: "guardrail.tripped" }>;
const tripped = (more: Partial<Tripped>): Tripped => ({
  ...{ type: "guardrail.tripped", agent: "clerk", turn: 1, guardrail: "No birds", on: "output", check: "pattern" },
  ...{ message: "It is about birds.", behavior: "stop", ...more },
});
const failed: EventBody = { type: "run.failed", code: "guardrail_tripped", message: "It is about birds." };

describe("a thread", () => {
  it("shows that an answer is checked before it is there, and of one that is refused only why", async () => {
    await openSession({
      runs: [
        [...begun, say.text("A heron"), tripped({ behavior: "reject" }), say.asked(2), tripped({ turn: 2 }), failed],
      ],
    });
    const [first, second] = screen.getAllByRole("region", { name: "The guardrail “No birds” refused the answer." });
    expect(first?.textContent).toContain("It is about birds.");
    expect(first?.textContent).toContain("answers anew");
    expect(second?.textContent).toContain("The run ended.");
    expect(screen.queryByText("A heron")).toBeNull();
    cleanup();
    const held: EventBody = {
      ...{ type: "answer.held", agent: "clerk", turn: 1, status: "completed", reason: null, responseId: null },
      ...{ items: [], ms: 3 },
    };
    await openSession({ runs: [[...begun, held]] });
    expect(screen.getByText("The answer is there; guardrails look at it first")).toBeTruthy();
  });

  it("keeps a result that is refused on its card, with what the model got in its place", async () => {
    const call = say.responded([item.call("search")]);
    const on = { on: "toolResult" as const, index: 0, behavior: "reject" as const };
    await openSession({ runs: [[...begun, call, say.called(0, "search"), say.returned(0, "a heron"), tripped(on)]] });
    const calls = screen.getByRole("group", { name: "1 call" });
    fireEvent.click(within(calls).getByRole("button", { name: /^search/ }));
    expect(within(calls).getByText(/keeps the result from the model/).textContent).toContain("It is about birds.");
    expect(within(calls).getByRole("group", { name: "Result" }).textContent).toContain("a heron");
  });

  it("says it in Korean, too", async () => {
    await openSession({ runs: [[...begun, tripped({ on: "input" }), failed]], locale: "ko" });
    expect(screen.getByRole("region", { name: "가드레일 “No birds” 작동: 메시지 차단" })).toBeTruthy();
  });
});

describe("what a model server did itself", () => {
  const open = async (...items: Record<string, unknown>[]) => {
    await openSession({ runs: [[...begun, say.responded([...items, item.text("Done.")]), { type: "run.succeeded" }]] });
    for (const button of screen.getAllByRole("button", { name: /Searched|Ran code|Called|Listed/ }))
      fireEvent.click(button);
  };

  it("shows pages as links where they are safe, found files, code and its output, and an MCP server's answer", async () => {
    const sources = [{ url: "https://jeju.example/", title: "Jeju" }, { url: "javascript:alert(1)" }];
    await open(
      { type: "web_search_call", status: "completed", action: { type: "search", query: "Jeju", sources } },
      {
        type: "file_search_call",
        queries: ["refund"],
        results: [{ filename: "terms.pdf", score: 0.9, text: "10 % is kept." }],
      },
      { type: "code_interpreter_call", code: "print(6 * 7)", outputs: [{ type: "logs", logs: "forty-two" }] },
      { type: "mcp_list_tools", server_label: "docs", tools: [{ name: "find_page" }] },
      {
        type: "mcp_call",
        server_label: "docs",
        name: "find_page",
        arguments: '{"q":"x"}',
        output: "found it",
        error: null,
      },
    );
    expect(screen.getByRole("link", { name: "Jeju" }).getAttribute("href")).toBe("https://jeju.example/");
    expect(screen.queryByRole("link", { name: /javascript/ })).toBeNull();
    for (const words of ["terms.pdf", "10 % is kept.", "forty-two", "found it", "find_page"]) {
      expect(screen.getAllByText(words).length).toBeGreaterThan(0);
    }
    expect(screen.getByRole("group", { name: "Code" }).textContent).toContain("print(6 * 7)");
  });

  it("shows a picture from the session's files, where it is listed, too", async () => {
    const file = { name: "image.png", mediaType: "image/png", bytes: 70 };
    await openSession({
      runs: [
        [
          ...begun,
          say.responded([{ type: "image_generation_call", status: "completed", result: null, file }]),
          { type: "run.succeeded" },
        ],
      ],
    });
    expect(screen.getByRole("img", { name: "image.png" }).getAttribute("src")).toBe(
      "/api/sessions/ses_1/files/image.png",
    );
    expect(screen.getByRole("tab", { name: /Artifacts\s*1/ })).toBeTruthy();
  });

  it("shows what it cost", async () => {
    const used = say.used(1, 0.25);
    const hosted = [{ type: "web_search", uses: 2, cost: 0.02 }];
    await openSession({
      runs: [[...begun, say.responded([item.text("x")]), { ...used, hosted } as EventBody, { type: "run.succeeded" }]],
    });
    fireEvent.mouseDown(screen.getByRole("tab", { name: /Usage/ }), { button: 0 });
    expect(screen.getByRole("row", { name: /web_search 2 \$0.0200/ })).toBeTruthy();
  });
});
