import { act, fireEvent, render, within } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import messages from "../../messages/en/form.json" with { type: "json" };
import { pointerTo } from "./pointer.ts";
import { SchemaForm } from "./schema-form.tsx";
import { type SchemaFormModel, type SchemaFormOptions, useSchemaForm } from "./use-schema-form.ts";

/** A rendered form with a Run button, driven as a person drives it: paths are names and positions, as `tags/0`. */
export function openForm(options: SchemaFormOptions) {
  const sent: string[] = [];
  let model: SchemaFormModel | undefined;
  let mode: "form" | "json" = "form";

  const page = () => (
    <NextIntlClientProvider locale="en" messages={{ form: messages }}>
      <Page options={options} mode={mode} onModel={(next) => (model = next)} />
    </NextIntlClientProvider>
  );
  const { container, rerender } = render(page());

  const row = (name: string): HTMLElement => {
    const pointer = name === "" ? "/" : name.split("/").reduce((parent, step) => pointerTo(parent, step), "");
    const all = [...container.querySelectorAll<HTMLElement>("[data-path]")];
    const whole = pointerTo("", name);
    const found = all.find(({ dataset }) => dataset.path === pointer || dataset.path === whole);
    if (!found) throw new Error(`No field ${name} among ${all.map(({ dataset }) => dataset.path).join(", ")}.`);
    return found;
  };
  const box = (name: string) => {
    const found = row(name).querySelector<HTMLInputElement>("input, textarea");
    if (!found) throw new Error(`The field ${name} cannot be typed in.`);
    return found;
  };
  const choose = (name: string, label: string) => {
    const here = row(name);
    const words = label.trim() === "" ? JSON.stringify(label) : label;
    const radio = within(here).queryByRole("radio", { name: words });
    if (radio) return fireEvent.click(radio);
    const option = within(here).getByRole<HTMLOptionElement>("option", { name: words });
    return fireEvent.change(option.closest("select") ?? option, { target: { value: option.value } });
  };

  return {
    sent,
    row,
    box,
    container,
    get model() {
      if (!model) throw new Error("The form is not there.");
      return model;
    },
    show(next: "form" | "json") {
      mode = next;
      rerender(page());
    },
    act([verb, name = "", value = ""]: readonly [string, ...string[]]) {
      switch (verb) {
        case "type":
          fireEvent.change(box(name), { target: { value } });
          return fireEvent.blur(box(name));
        case "clear":
          fireEvent.change(box(name), { target: { value: "" } });
          return fireEvent.blur(box(name));
        case "check":
          return choose(name, "true");
        case "uncheck":
          return choose(name, "false");
        case "choose":
          return choose(name, value);
        case "unset":
          return fireEvent.click(within(row(name)).getByRole("button", { name: /^Leave out/ }));
        case "add":
          return fireEvent.click(within(row(name)).getByRole("button", { name: /^Add item/ }));
        case "press":
          return fireEvent.click(within(container).getByRole("button", { name }));
        case "submit":
          if (!model || model.issues.length > 0) return act(() => model?.attempt());
          return sent.push(model.text);
        default:
          throw new Error(`There is no act ${verb}.`);
      }
    },
  };
}

type PageProps = { options: SchemaFormOptions; mode: "form" | "json"; onModel: (model: SchemaFormModel) => void };

function Page({ options, mode, onModel }: PageProps) {
  const form = useSchemaForm(options);
  onModel(form);
  return <SchemaForm form={form} mode={mode} label="ToolParameters" />;
}
