import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { Palette } from "./palette.tsx";
import { renderApp } from "./render-app.test-support.tsx";

afterEach(cleanup);

function open() {
  const went: string[] = [];
  const app = renderApp(
    <Palette
      open
      onOpenChange={() => {}}
      tools={[
        { name: "calculator", description: "Adds and subtracts" },
        { name: "환불 정책", description: "환불 기한을 찾습니다" },
      ]}
      agents={[{ id: "agent_1", name: "청구서 도우미", description: "Invoices" }]}
      sessions={[{ id: "ses_1", title: "헤드폰 환불", agentName: "Refunds" }]}
      onGo={(href) => went.push(href)}
      onShortcuts={() => {}}
      onSignOut={() => went.push("signed out")}
    />,
  );
  return { ...app, went };
}

const search = (text: string) => fireEvent.change(screen.getByRole("combobox"), { target: { value: text } });

it("goes to the tool that one types, by its description too", () => {
  const { went } = open();
  search("subtracts");
  fireEvent.keyDown(screen.getByRole("combobox"), { key: "Enter" });
  expect(went).toEqual(["/tools/calculator"]);
});

it("goes to a session, by its agent's name too", () => {
  const { went } = open();
  search("refunds");
  fireEvent.keyDown(screen.getByRole("combobox"), { key: "Enter" });
  expect(went).toEqual(["/sessions/ses_1"]);
});

it("goes to an agent, by its description too", () => {
  const { went } = open();
  search("invoices");
  fireEvent.keyDown(screen.getByRole("combobox"), { key: "Enter" });
  expect(went).toEqual(["/agents/agent_1"]);
});

it("goes to what is no tool", () => {
  const { went } = open();
  fireEvent.click(screen.getByText("Try a schema"));
  expect(went).toEqual(["/schema"]);
});

it("takes no Enter that ends a Korean syllable", () => {
  const { went } = open();
  search("환불");
  fireEvent.keyDown(screen.getByRole("combobox"), { key: "Enter", isComposing: true });
  expect(went).toEqual([]);
  fireEvent.keyDown(screen.getByRole("combobox"), { key: "Enter" });
  expect(went).toEqual([`/tools/${encodeURIComponent("환불 정책")}`]);
});

it("changes the language of the page in place", () => {
  open();
  fireEvent.click(screen.getByText("Language: 한국어"));
  expect(screen.getByText("도구")).toBeTruthy();
});

it("says that nothing was found", () => {
  open();
  search("xyz");
  expect(screen.getByText("Nothing has this in its name.")).toBeTruthy();
});
