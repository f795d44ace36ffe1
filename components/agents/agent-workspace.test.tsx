import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { choose, open, save, sentFile, type } from "./agent-page.test-support.tsx";

afterEach(cleanup);

describe("the agents of a file", () => {
  const graph = () => within(screen.getByRole("region", { name: "Agents and how they reach each other" }));
  const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
  const menu = async (trigger: string, item: string) => {
    fireEvent.keyDown(graph().getByRole("button", { name: trigger }), { key: "Enter" });
    fireEvent.click(await screen.findByRole("menuitem", { name: item }));
  };

  it("are made, handed over to with all options, and renamed with all that names them", async () => {
    const { sent } = open({});
    await menu("Connect Desk", "A new agent to hand over to");
    type("Function name", "to_refunds");
    type("Function description", "Money back.");
    type("Description of the target", "Gives money back.");
    press("Ask for a payload");
    type("Name of the field reason", "order");
    type("Description of order", "Its number");
    choose("On handoff", "dates");
    choose("Configuration of dates", "prod");
    choose("What the target sees", "last");
    type("Messages", "3");
    fireEvent.click(screen.getByRole("radio", { name: "When…" }));
    choose("Where, condition 1", "/plan");
    type("Value, condition 1", "5");
    fireEvent.click(graph().getByRole("button", { name: /^New agent/ }));
    type("Name", "Refunds");
    save();
    await waitFor(() => expect(sent).toHaveLength(1));
    const { handoffs, agents } = sentFile(sent);
    expect(agents).toMatchObject([{ name: "Refunds", description: "Gives money back." }]);
    expect(handoffs).toEqual([
      {
        ...{ agent: "Refunds", toolNameOverride: "to_refunds", toolDescriptionOverride: "Money back." },
        inputType: {
          type: "object",
          properties: { order: { type: "string", description: "Its number" } },
          required: ["order"],
          additionalProperties: false,
        },
        onHandoff: { tool: "dates", configuration: "prod" },
        inputFilter: { type: "last", messages: 3 },
        isEnabled: [{ at: "/plan", is: "==", value: 5 }],
      },
    ]);
  });

  it("are asked like tools, with arguments, approval and conditions", async () => {
    const { sent } = open({ file: { agents: [{ name: "Rates" }] } });
    await menu("Connect Desk", "A new agent to ask");
    choose("Agent", "Rates");
    type("Function name", "rates");
    fireEvent.click(screen.getAllByRole("radio", { name: "Always" })[0] ?? expect.fail());
    save();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sentFile(sent).agentTools).toEqual([{ agent: "Rates", toolName: "rates", approval: "always" }]);
  });

  it("keep a name that another has out of the file, and say so", () => {
    const { sent } = open({ file: { handoffs: ["Rates"], agents: [{ name: "Rates" }] } });
    type("Name", "Rates");
    save();
    expect(sent).toEqual([]);
    expect(screen.getAllByText("Another agent of this file is named “Rates”.").length).toBeGreaterThan(0);
    type("Name", "Rates desk");
    expect(graph().getByRole("button", { name: /Handoff.*Rates/ })).toBeTruthy();
  });

  it("come back with undo, whichever view the edit was made in", async () => {
    open({ file: { handoffs: ["Rates"], agents: [{ name: "Rates", description: "Knows rates." }] } });
    await menu("Options of Rates", "Delete");
    expect(graph().queryByRole("button", { name: /^Rates/ })).toBeNull();
    fireEvent.keyDown(document.body, { key: "z", ctrlKey: true });
    expect(graph().getByRole("button", { name: /^Rates/ })).toBeTruthy();
    expect(screen.queryByText("unsaved")).toBeNull();
    fireEvent.keyDown(document.body, { key: "z", ctrlKey: true, shiftKey: true });
    expect(graph().queryByRole("button", { name: /^Rates/ })).toBeNull();
  });
});
