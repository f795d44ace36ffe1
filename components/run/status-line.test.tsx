import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { afterEach, describe, expect, it } from "vitest";
import { BackEnd, SandboxLevel } from "#lib/runs/schema.ts";
import { emptyRun, type RunView } from "#lib/runs/view.ts";
import en from "../../messages/en/run.json" with { type: "json" };
import ko from "../../messages/ko/run.json" with { type: "json" };
import { idleRun } from "./run-store.ts";
import { StatusLine } from "./status-line.tsx";

type Ending = NonNullable<RunView["ending"]>;

const ending: Ending = {
  exitCode: 0,
  signal: null,
  backEnd: "zygote",
  sandbox: "namespaces",
  timing: { queueMs: 0.3, bootMs: 1.24, runMs: 5.2 },
  peakMemoryBytes: 31e6,
  warnings: [],
};

function show(change: Partial<Ending> = {}, { locale = "en" }: { locale?: "en" | "ko" } = {}) {
  const view: RunView = { ...emptyRun, status: "succeeded", versionNumber: 7, ending: { ...ending, ...change } };
  render(
    <NextIntlClientProvider
      locale={locale}
      messages={{ run: locale === "en" ? en : ko }}
      timeZone="Asia/Seoul"
      onError={(error) => expect.fail(String(error))}
    >
      <StatusLine run={{ ...idleRun, runId: "run_1", view }} state="succeeded" onStop={() => undefined} />
    </NextIntlClientProvider>,
  );
}

/** The name of each fact with all that is said of it. */
function openDetails(name = "How it ran") {
  fireEvent.click(screen.getByRole("button", { name }));
  const list = within(screen.getByRole("dialog", { name }));
  const said = list.getAllByRole("definition").map((each) => each.textContent);
  return Object.fromEntries(list.getAllByRole("term").map((term, index) => [term.textContent, said[index]]));
}

// Radix measures its boxes; jsdom lays nothing out.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

afterEach(cleanup);

describe("StatusLine of a call that ended", () => {
  it("has time and memory first, then the back end and the sandbox in a word", () => {
    show();
    const words = screen.getByText("exit 0").parentElement?.textContent;
    expect(words).toBe("exit 05.5 ms31 MBzygotesandbox: namespacesv7How it ran");
    expect(screen.getByText("5.5 ms").title).toBe("0.3 ms waiting, 5.2 ms running, 1.2 ms of it starting");
  });

  it("lists all six facts with a sentence each", () => {
    show();
    expect(openDetails()).toEqual({
      "Back end": "zygoteForked from a process that had loaded the tool.",
      Sandbox: expect.stringMatching(/^namespacesFiles and processes of its own/),
      "Queue time": "0.3 msUntil it got its turn.",
      "Boot time": "1.2 msUntil the tool’s own code began.",
      "Run time": "5.2 msFrom its turn to its end, boot time included.",
      "Peak memory": "31 MBThe most that one of its processes held at a time.",
    });
  });

  it.each(["seccomp", "none"] as const)("warns where the sandbox was only: %s", (sandbox) => {
    show({ sandbox });
    const word = screen.getByText(sandbox === "none" ? "no sandbox" : "sandbox: seccomp only");
    expect(word.className).toContain("text-warn-text");
    expect(word.title).toMatch(/the account it ran as/);
    const list = openDetails();
    expect(list.Sandbox).toContain("the account it ran as");
  });

  it.each(["namespaces", "landlock"] as const)("stays calm with: %s", (sandbox) => {
    show({ sandbox });
    expect(screen.getByText(/^sandbox: /).className).not.toContain("warn");
  });

  it("mentions a wait for its turn only when it was long", () => {
    show({ timing: { queueMs: 1240, bootMs: 180, runMs: 200 } });
    expect(screen.getByText("1.2 s waiting")).toBeTruthy();
    expect(screen.getByText("1.4 s")).toBeTruthy();
    cleanup();
    show({ timing: { queueMs: 99, bootMs: 180, runMs: 200 } });
    expect(screen.queryByText(/waiting/)).toBeNull();
  });

  it("says what is not known", () => {
    show({ timing: { queueMs: 0, bootMs: null, runMs: 40 }, peakMemoryBytes: null });
    expect(openDetails()).toMatchObject({
      "Boot time": expect.stringMatching(/^not known/),
      "Peak memory": expect.stringMatching(/^not measured/),
    });
  });

  it("says nothing of how a call ran that never did", () => {
    const timing = { queueMs: 0, bootMs: null, runMs: 0 };
    show({ exitCode: null, backEnd: null, sandbox: null, timing, peakMemoryBytes: null });
    expect(screen.queryByText(/ms$|sandbox/)).toBeNull();
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("has Korean words for every way to run", () => {
    const ways = SandboxLevel.options.flatMap((sandbox) => BackEnd.options.map((backEnd) => ({ sandbox, backEnd })));
    for (const way of ways) {
      show(way, { locale: "ko" });
      const facts = openDetails("실행 방식");
      expect(Object.keys(facts)).toEqual(["백엔드", "샌드박스", "대기 시간", "시작 시간", "실행 시간", "최대 메모리"]);
      expect(document.body.textContent).not.toMatch(/run\.[a-z]+\./);
      cleanup();
    }
  });
});
