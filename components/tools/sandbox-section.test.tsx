import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { renderApp } from "#components/shell/render-app.test-support.tsx";
import { ToolSettings } from "#lib/tools/schema.ts";
import { SandboxSection } from "./sandbox-section.tsx";

function facts(settings: Partial<ToolSettings>, locale: "en" | "ko" = "en"): (string | null)[] {
  renderApp(<SandboxSection settings={ToolSettings.parse(settings)} />, { locale });
  const section = within(screen.getByRole("region", { name: /^(Sandbox|샌드박스)$/ }));
  return section.getAllByRole("definition").map((each) => each.textContent);
}

afterEach(cleanup);

it("says what a call may reach and take, and which keys of config.json change it", () => {
  expect(facts({})).toEqual([
    "noneIt can connect to nothing.",
    "60 sIt is stopped when a call takes longer.",
    "2,048 MiBAll processes of a call together.",
    "its artifact directoryAnd to a scratch folder that is gone after the call.",
    "automaticThe fastest that is safe for this tool.",
  ]);
  expect(screen.getByText(/sandbox\.timeout/).textContent).toBe(
    "sandbox.network, sandbox.timeout, sandbox.memory, runtime",
  );
});

it("names the hosts that are listed, and a back end that is pinned", () => {
  const network = { mode: "hosts", hosts: ["api.example.com", "*.example.org:8080"] } as const;
  const [first, , , , last] = facts({ network: { ...network, hosts: [...network.hosts] }, backEnd: "cold" });
  expect(first).toBe("2 listed hostsapi.example.com*.example.org:8080");
  expect(last).toBe("cold, pinnedBy runtime in config.json.");
});

it("has Korean words for a tool that may reach every host", () => {
  expect(facts({ network: { mode: "all" }, timeoutSeconds: 90 }, "ko")).toMatchObject({
    0: "모든 호스트컴퓨터의 네트워크를 함께 씁니다.",
    1: "90초호출이 더 오래 걸리면 중지합니다.",
  });
});

it("shows a contract that was kept before there were these settings", () => {
  renderApp(<SandboxSection settings={{ timeoutSeconds: 60 } as ToolSettings} />);
  expect(screen.getByText("2,048 MiB")).toBeTruthy();
});
