import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import type { InputItem } from "../memory.ts";
import { violation } from "../refusal.ts";

type Schema = Record<string, unknown>;

const FILE = path.resolve(import.meta.dirname, "../../../../../shared/openai/responses-chat.openapi.json");
const PLACE = "openai#/components/schemas/";

/** Alternatives that are chosen here by type or role, so that a complaint is about the one that was meant. */
const CHOSEN = ["InputItem", "Tool", "ChatCompletionRequestMessage"];

/** Other servers send and want it back; OpenAI does not know it. */
const FOREIGN = ["reasoning_content"];

/** OpenAI's public description of its API, read from where it lies beside the project. */
export class Description {
  readonly #schemas: Record<string, Schema>;
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false, inlineRefs: false });
  readonly #byType = new Map<string, Map<string, string>>();

  constructor(text: string) {
    this.#schemas = (JSON.parse(text) as { components: { schemas: Record<string, Schema> } }).components.schemas;
    const loosened = loosen(this.#schemas) as Record<string, Schema>;
    for (const name of CHOSEN) loosened[name] = {};
    this.#ajv.addSchema({ $id: "openai", components: { schemas: loosened } });
  }

  /** Refuses a request body that the description does not allow; `knows` tells which items the server itself has made up. */
  checkRequest(
    api: "responses" | "chat",
    { body, knows }: { body: InputItem; knows: (item: InputItem) => boolean },
  ): void {
    const name = api === "responses" ? "CreateResponse" : "CreateChatCompletionRequest";
    this.#check(body, { name, at: "" });
    if (api === "responses" && Array.isArray(body.input)) {
      for (const [at, item] of body.input.entries()) if (!knows(item)) this.#checkItem(item, `input[${at}]`);
    }
    if (api === "chat") {
      for (const [at, message] of (body.messages as InputItem[]).entries())
        this.#checkMessage(message, `messages[${at}]`);
    }
    if (api === "responses") for (const [at, tool] of list(body.tools).entries()) this.#checkTool(tool, `tools[${at}]`);
  }

  /** What the description finds wrong with something that the server sends; empty when nothing. */
  complaints(name: string, value: unknown): string[] {
    const validate = this.#validate(name);
    return validate(value) ? [] : (validate.errors ?? []).map(sentence);
  }

  #checkItem(item: InputItem, at: string): void {
    const type = String(item.type ?? "message");
    const isWhole = item.role === "assistant" && Array.isArray(item.content);
    const message = isWhole ? "OutputMessage" : "EasyInputMessage";
    const name = type === "message" ? message : this.#chosen("type", ["InputItem", "Item"]).get(type);
    if (!name) throw violation(`Invalid value: '${type}' is not a type of an input item.`, `${at}.type`);
    this.#check(item, { name, at, also: type === "message" ? ["id", "status"] : [] });
  }

  #checkTool(tool: InputItem, at: string): void {
    const name = this.#chosen("type", ["Tool"]).get(String(tool.type));
    if (!name) throw violation(`Invalid value: '${tool.type}' is not a type of a tool.`, `${at}.type`);
    this.#check(tool, { name, at });
  }

  #checkMessage(message: InputItem, at: string): void {
    const name = this.#chosen("role", ["ChatCompletionRequestMessage"]).get(String(message.role));
    if (!name) throw violation(`Invalid value: '${message.role}' is not a role.`, `${at}.role`);
    this.#check(message, { name, at, also: FOREIGN });
  }

  #check(value: InputItem, { name, at, also = [] }: { name: string; at: string; also?: string[] }): void {
    const validate = this.#validate(name);
    if (!validate(value)) {
      const error = deepest(validate.errors ?? []);
      const param = `${at}${pathOf(error)}`.replace(/^\./, "");
      throw violation(`Invalid '${param || "body"}': ${error.message}.`, param || null);
    }
    const known = new Set([...this.#namesOf(this.#schemas[name]), ...also]);
    const unknown = known.size > also.length && Object.keys(value).find((key) => !known.has(key));
    if (unknown)
      throw violation(`Unknown parameter: '${at ? `${at}.` : ""}${unknown}'.`, at ? `${at}.${unknown}` : unknown);
  }

  #validate(name: string): ValidateFunction {
    const validate = this.#ajv.getSchema(PLACE + name);
    if (!validate) throw new Error(`The description has no schema ${name}.`);
    return validate;
  }

  /** The names of the alternatives by their value of `tag`. */
  #chosen(tag: "type" | "role", unions: string[]): Map<string, string> {
    const key = unions.join();
    const known = this.#byType.get(key) ?? new Map<string, string>();
    if (known.size > 0) return known;
    this.#byType.set(key, known);
    for (const { $ref } of unions.flatMap((union) => list(this.#schemas[union]?.oneOf))) {
      const name = String($ref).split("/").at(-1) ?? "";
      const property = (this.#schemas[name]?.properties as Record<string, Schema> | undefined)?.[tag];
      for (const value of valuesOf(property)) if (!known.has(value)) known.set(value, name);
    }
    return known;
  }

  #namesOf(schema: Schema | undefined): string[] {
    if (!schema) return [];
    if (typeof schema.$ref === "string") return this.#namesOf(this.#schemas[schema.$ref.split("/").at(-1) ?? ""]);
    return [...Object.keys(schema.properties ?? {}), ...list(schema.allOf).flatMap((part) => this.#namesOf(part))];
  }
}

let description: Description | null | undefined;

/** The description, or null, said once on the screen, where it does not lie beside the project. */
export function findDescription(): Description | null {
  if (description !== undefined) return description;
  description = existsSync(FILE) ? new Description(readFileSync(FILE, "utf8")) : null;
  if (!description)
    console.warn(
      "model server: requests are not checked against OpenAI's description, since ../shared/openai is absent.",
    );
  return description;
}

/** Its alternatives overlap, so that one of them has to fit, not exactly one; and it writes null in two ways. */
function loosen(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(loosen);
  if (value === null || typeof value !== "object") return value;
  const { discriminator, nullable, ...rest } = value as Schema;
  const keeps = discriminator !== undefined && typeof (discriminator as Schema).propertyName !== "string";
  const entries = Object.entries(keeps ? { discriminator, ...rest } : rest);
  const loosened = entries.map(([key, part]) => [key === "oneOf" ? "anyOf" : key, loosen(part)]);
  const schema = withPossible(Object.fromEntries(loosened) as Schema);
  if (nullable === true) return { anyOf: [schema, { type: "null" }] };
  return nullable === undefined ? schema : { ...schema, nullable: loosen(nullable) };
}

/** An object of the description that asks for a name which it does not have itself has lost it on its way: `MCPApprovalResponse`. */
function withPossible(schema: Schema): Schema {
  const { properties, required } = schema;
  if (schema.title !== "MCP approval response" || !Array.isArray(required)) return schema;
  return { ...schema, required: required.filter((name: string) => Object.hasOwn(properties as object, name)) };
}

function deepest(errors: readonly ErrorObject[]): ErrorObject {
  return errors.reduce((best, error) => (error.instancePath.length > best.instancePath.length ? error : best));
}

function sentence(error: ErrorObject): string {
  return `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`;
}

function pathOf({ instancePath }: ErrorObject): string {
  return instancePath.replaceAll(/\/(\d+)/g, "[$1]").replaceAll("/", ".");
}

function list(value: unknown): Schema[] {
  return Array.isArray(value) ? value : [];
}

function valuesOf(schema: Schema | undefined): string[] {
  const values = [...list(schema?.enum), ...list(schema?.anyOf).flatMap((part) => valuesOf(part))] as string[];
  return schema?.const === undefined ? values : [...values, String(schema.const)];
}
