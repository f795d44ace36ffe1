import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { EventBody } from "#lib/runs/schema.ts";
import { framesOf, item, say } from "#lib/runs/session-log.test-support.ts";
import { openSession } from "./open-session.test-support.tsx";

const HOSTILE = '<img src=x onerror="window.__xss=1"> [x](javascript:alert(1)) ![far](https://example.com/p.png)';
const begun = [say.started(), say.message("What is 7 × 6?"), say.asked()];
const two = say.responded([
  item.text("Let me see."),
  item.call("calculator", '{"a":7,"b":6}'),
  item.call("dates", "{}"),
]);

// A page without layout would show no row of a thread that is cut to what is in sight.
beforeAll(() => {
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(3_000);
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(3_000);
  vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockReturnValue(800);
});
beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(cleanup);

const box = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message to clerk" });
const type = (text: string) => fireEvent.change(box(), { target: { value: text, selectionStart: text.length } });
const status = () => screen.getAllByRole("status").map(({ textContent }) => textContent);

describe("a session's page", () => {
  it("shows what was said, what was called and what came of it", async () => {
    await openSession({
      runs: [
        [
          ...begun,
          two,
          say.called(0),
          say.log(0, "work\n"),
          say.left(0, "out.csv"),
          say.returned(0, '{"x":42}'),
        ].concat(
          say.failed(1, "There is no such day."),
          say.asked(2),
          say.responded([item.text("It is **42**.")], 2),
          say.used(2, 0.25),
          { type: "run.succeeded" },
        ),
      ],
    });
    expect(screen.getByRole("article", { name: "Mina said" }).textContent).toContain("What is 7 × 6?");
    expect(screen.getByText("42").tagName).toBe("STRONG");
    const calls = screen.getByRole("group", { name: "2 calls" });
    expect(within(calls).getByText("2 calls in parallel")).toBeTruthy();
    expect(within(calls).getByText("There is no such day.")).toBeTruthy();
    fireEvent.click(within(calls).getByRole("button", { name: /^calculator/ }));
    expect(within(calls).getByRole("group", { name: "Result" }).textContent).toContain("42");
    fireEvent.click(within(calls).getByRole("button", { name: /Log 1/ }));
    expect(within(calls).getByText("work")).toBeTruthy();
    expect(screen.getByRole("tab", { name: /Artifacts\s*1/ })).toBeTruthy();
    expect(status()).toContain("The answer is there.");
  });

  it("shows words as they come, and announces the state, not the words", async () => {
    const { send } = await openSession({ runs: [[...begun, say.text("Forty-")]] });
    expect(screen.getByText("Forty-")).toBeTruthy();
    expect(status()).toEqual(["clerk is answering."]);
    const frame = framesOf([...begun, say.text("Forty-"), say.text("two")]).at(-1);
    if (frame) await send([{ type: "log", ...frame }]);
    expect(screen.getByText("Forty-two")).toBeTruthy();
    expect(status()).toEqual(["clerk is answering."]);
  });

  it("makes nothing of a model's words that acts or loads", async () => {
    const { container } = await openSession({ runs: [[...begun, say.responded([item.text(HOSTILE)])]] });
    expect(container.querySelector("article img, article a, article script")).toBeNull();
    expect(container.textContent).toContain("picture not loaded: far");
  });

  it.each<[EventBody, string, string | null]>([
    [
      { type: "run.failed", code: "provider_failed", message: "HTTP 500 from main." },
      "HTTP 500 from main.",
      "Try again",
    ],
    [{ type: "run.paused", reason: "turns", message: "10 answers." }, "10 answers.", "Continue"],
    [{ type: "run.cancelled", message: "Stopped by Mina." }, "Stopped by Mina.", "Continue"],
  ])("after %o says so and goes on by a click", async (end, words, button) => {
    const { asked } = await openSession({ runs: [[...begun, end]] });
    expect(screen.getByText(words)).toBeTruthy();
    await act(async () => fireEvent.click(screen.getByRole("button", { name: button ?? "" })));
    expect(asked).toEqual([{ what: "continueSession", with: { sessionId: "ses_1" } }]);
    expect(box().disabled).toBe(false);
  });

  it("says visibly that it is a rehearsal, and what a retry waits for", async () => {
    const retry: EventBody = {
      ...{ type: "retry", agent: "clerk", turn: 1, attempt: 1, message: "HTTP 429.", waitMs: 4e9, partial: "" },
    };
    await openSession({
      runs: [[...begun, retry]],
      change: { model: { by: "rehearsal", name: null, provider: null } },
    });
    expect(screen.getByText("Rehearsal")).toBeTruthy();
    expect(screen.getByText(/HTTP 429\./)).toBeTruthy();
    expect(screen.getByText(/^Asking again in/)).toBeTruthy();
  });

  it("is all in Korean too", async () => {
    await openSession({ runs: [[...begun, two, say.called(0), say.returned(0, "42")]], locale: "ko" });
    expect(screen.getByText("호출 2건 동시 실행")).toBeTruthy();
    expect(screen.getByRole("button", { name: /중지/ })).toBeTruthy();
  });
});

describe("the composer", () => {
  it("sends on Enter, not on Shift+Enter, and not on the Enter that ends a Korean syllable", async () => {
    const { asked } = await openSession();
    type("안녕");
    fireEvent.keyDown(box(), { key: "Enter", isComposing: true });
    fireEvent.keyDown(box(), { key: "Enter", keyCode: 229 });
    fireEvent.keyDown(box(), { key: "Enter", shiftKey: true });
    expect(asked).toEqual([]);
    await act(async () => fireEvent.keyDown(box(), { key: "Enter" }));
    expect(asked).toEqual([
      {
        what: "POST /api/sessions/ses_1/messages",
        with: { message: { id: expect.stringMatching(/^msg_/), text: "안녕", files: [] }, mode: "queue" },
      },
    ]);
    expect(box().value).toBe("");
    expect(screen.getByText("Sending…")).toBeTruthy();
  });

  it("keeps what is written over a reload", async () => {
    await openSession();
    type("half a thought");
    cleanup();
    await openSession();
    expect(box().value).toBe("half a thought");
  });

  it("queues or steers while a run goes on, remembers which, and stops it by Esc", async () => {
    const { asked, send, state } = await openSession({ runs: [begun], change: { status: "running" } });
    fireEvent.click(screen.getByRole("radio", { name: "Steer" }));
    type("rather 8");
    await act(async () => fireEvent.keyDown(box(), { key: "Enter" }));
    expect(asked[0]?.with).toMatchObject({ message: { text: "rather 8" }, mode: "steer" });
    const { id } = (asked[0]?.with as { message?: { id: string } } | undefined)?.message ?? { id: "" };
    const inputs = [{ id, kind: "steer" as const, text: "rather 8", files: [], createdAt: "" }];
    await send([{ type: "state", state: { ...state, inputs } }]);
    const waiting = screen.getByRole("list", { name: "Messages that wait" });
    expect(waiting.textContent).toContain("Joins at the next turn");
    await act(async () => fireEvent.click(within(waiting).getByRole("button", { name: "Take back" })));
    expect(asked[1]).toEqual({ what: "withdraw", with: { sessionId: "ses_1", inputId: id } });
    expect(box().value).toBe("rather 8");
    await act(async () => fireEvent.keyDown(document.body, { key: "Escape" }));
    expect(asked[2]?.what).toBe("DELETE /api/runs/run_1");
    expect(localStorage.getItem("toolroom.while-running")).toBe("steer");
  });

  it("keeps what could not be sent, says why, and sends it again", async () => {
    const { asked, answers } = await openSession();
    const refusal = { error: { code: "too_large", message: "The message is too long." } };
    answers.set("/api/sessions/ses_1/messages", () => Response.json(refusal, { status: 413 }));
    type("long");
    await act(async () => fireEvent.keyDown(box(), { key: "Enter" }));
    expect(screen.getByRole("alert").textContent).toContain("The message is too long.");
    answers.clear();
    await act(async () => fireEvent.click(screen.getByRole("button", { name: "Send again" })));
    expect(asked).toHaveLength(2);
    expect(asked[1]?.with).toEqual(asked[0]?.with);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("offers names after @ and acts after /, by keyboard", async () => {
    const tool = { toolId: null, versionId: null, versionNumber: 1, configurationId: null, folder: null };
    const started = say.started([{ agent: "clerk", name: "calculator", toolName: "calculator", ...tool }]);
    const { asked } = await openSession({
      runs: [[started, say.message("Hi"), { type: "run.cancelled", message: "S" }]],
    });
    type("use @ca");
    expect(screen.getByRole("option", { name: /calculator/ }).getAttribute("aria-selected")).toBe("true");
    fireEvent.keyDown(box(), { key: "Enter" });
    expect(box().value).toBe("use `calculator` ");
    type("/con");
    await act(async () => fireEvent.keyDown(box(), { key: "Enter" }));
    expect(asked).toEqual([{ what: "continueSession", with: { sessionId: "ses_1" } }]);
    type("/");
    fireEvent.keyDown(box(), { key: "Escape" });
    expect(screen.queryByRole("listbox")).toBeNull();
  });

  it("attaches what is picked, and sends it along", async () => {
    const { asked, answers, container } = await openSession();
    const file = { name: "매출.csv", mediaType: "text/csv", bytes: 4 };
    answers.set("/api/sessions/ses_1/files", () => Response.json(file, { status: 201 }));
    const picker = container.querySelector<HTMLInputElement>("input[type=file]");
    await act(async () => {
      if (picker) fireEvent.change(picker, { target: { files: [new File(["a,b"], "매출.csv")] } });
    });
    expect(screen.getByRole("list", { name: "Attached files" }).textContent).toContain("매출.csv");
    await act(async () => fireEvent.click(screen.getByRole("button", { name: "Send message" })));
    expect(asked.at(-1)?.with).toMatchObject({ message: { text: "", files: ["매출.csv"] } });
  });

  it("is not there for who may not write", async () => {
    await openSession({ mayWrite: false });
    expect(screen.queryByRole("textbox", { name: /Message to/ })).toBeNull();
  });
});

describe("a message", () => {
  it("is edited and sent in a fork, with its files", async () => {
    const { asked, visited } = await openSession({ runs: [[...begun, { type: "run.succeeded" }]] });
    fireEvent.click(screen.getByRole("button", { name: "Edit and send in a copy of the session" }));
    fireEvent.change(screen.getByRole("textbox", { name: /sent differently/ }), { target: { value: "And 7 × 8?" } });
    await act(async () => fireEvent.click(screen.getByRole("button", { name: "Send in a fork" })));
    const message = { id: expect.stringMatching(/^msg_/), text: "And 7 × 8?", files: [] };
    expect(asked).toEqual([{ what: "fork", with: { sessionId: "ses_1", messageId: "msg_0000000001", message } }]);
    expect(visited).toEqual(["/sessions/ses_2"]);
  });
});

it("lets a person answer as the model, with words and calls", async () => {
  const asked: EventBody = {
    ...{ type: "model.started", agent: "clerk", turn: 1, attempt: 1, by: "person", provider: null, model: "person" },
  };
  const { asked: sent } = await openSession({
    runs: [[say.started(), say.message("Hello"), asked]],
    change: { model: { by: "person", name: null, provider: null }, status: "running" },
  });
  const form = await screen.findByRole("form", { name: "Answer as the model" });
  fireEvent.change(within(form).getByRole("textbox", { name: "What you say" }), { target: { value: "Hi!" } });
  fireEvent.keyDown(within(form).getByRole("button", { name: "Call a tool" }), { key: "Enter" });
  fireEvent.click(screen.getByRole("menuitem", { name: "calculator" }));
  fireEvent.change(within(form).getByLabelText(/^a/), { target: { value: "7" } });
  await act(async () => fireEvent.submit(form));
  expect(sent.at(-1)).toEqual({
    what: "answer",
    with: {
      sessionId: "ses_1",
      answer: { runId: "run_1", turn: 1, text: "Hi!", calls: [{ name: "calculator", arguments: '{"a":7}' }] },
    },
  });
});
