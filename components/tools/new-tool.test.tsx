import { readdirSync } from "node:fs";
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { renderApp } from "#components/shell/render-app.test-support.tsx";
import { NewTool } from "./new-tool.tsx";
import { TEMPLATE_FILES } from "./new-tool-template.tsx";

const name = () => screen.getByRole("textbox", { name: "Name" });
const create = () => screen.getByRole<HTMLButtonElement>("button", { name: "Create the tool" });
const choose = (path: string) => {
  const file = new File(["x"], path.slice(path.lastIndexOf("/") + 1));
  Object.defineProperty(file, "webkitRelativePath", { value: path });
  fireEvent.change(screen.getByTestId("folder"), { target: { files: [file] } });
};

afterEach(cleanup);

describe("a template's name", () => {
  it.each([
    ["", true, "Give it a name first."],
    ["-a", true, "“-a” cannot be a name"],
    ["calculator", true, "There is a tool named “calculator” already"],
    ["환불_정책", false, ""],
  ])("%j: disabled %s %s", (typed, disabled, told) => {
    renderApp(<NewTool taken={["calculator"]} />);
    fireEvent.change(name(), { target: { value: typed } });
    expect(create().disabled).toBe(disabled);
    expect(document.body.textContent).toContain(told);
  });
});

describe("a folder", () => {
  it("suggests its own name and shows its entry file", () => {
    renderApp(<NewTool taken={[]} />);
    choose("my tool/tool.py");
    expect(screen.getAllByRole<HTMLInputElement>("textbox", { name: "Name" })[1]?.value).toBe("my_tool");
    expect(screen.getByText("entry file")).toBeTruthy();
  });

  it("is refused at once when it has no entry file", () => {
    renderApp(<NewTool taken={[]} />);
    choose("notes/readme.md");
    expect(screen.getByText(/There is no tool\.py or tool\.ts in it/)).toBeTruthy();
  });
});

it.each(["python", "typescript"] as const)("names the files that the %s template really has", (language) => {
  const real = readdirSync(`lib/registry/templates/${language}`).sort();
  expect(TEMPLATE_FILES[language].map(({ path }) => path).sort()).toEqual(real);
});
