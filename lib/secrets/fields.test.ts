import { describe, expect, it } from "vitest";
import { maskParameters, secretValues, withSecretsAt } from "./fields.ts";
import { isSecretName } from "./schema.ts";

const text = { type: "string" };
const password = { type: "string", format: "password", writeOnly: true };

describe("isSecretName", () => {
  it.each([
    "api_key",
    "apiKey",
    "APIKey",
    "X-Api-Key",
    "apikey",
    "token",
    "access_token",
    "refreshTokens",
    "password",
    "db_password_2",
    "clientSecret",
    "secret",
    "AWS_SECRET_ACCESS_KEY",
    "credentials",
    "Authorization",
    "비밀번호",
    "auth_keys",
    "API_KEY2",
    "token_1",
    "smtp_pass",
    "passcode",
  ])("%s is one", (name) => expect(isSecretName(name)).toBe(true));

  it.each([
    "public_key",
    "max_tokens",
    "maxTokens",
    "token_count",
    "key",
    "keys",
    "tokens",
    "primaryKey",
    "tokenizer",
    "monkey",
    "keyboard",
    "token_url",
    "pass",
    "bypass",
    "host",
    "이름",
    "",
  ])("%j is none", (name) => expect(isSecretName(name)).toBe(false));
});

describe("secretValues", () => {
  const schema = {
    type: "object",
    properties: {
      api_key: password,
      host: text,
      auth: { anyOf: [{ $ref: "#/$defs/Auth" }, { type: "null" }] },
      accounts: { type: "array", items: { $ref: "#/$defs/Auth" } },
      headers: { type: "object", additionalProperties: text },
      vault: { type: "object", additionalProperties: password },
      pins: { type: "array", items: { type: "integer", format: "password" } },
    },
    required: ["api_key"],
    $defs: {
      Auth: {
        type: "object",
        properties: { user: text, pass: { anyOf: [password, { type: "null" }] }, next: { $ref: "#/$defs/Auth" } },
      },
    },
  };
  const values = (parameters: unknown) => secretValues(schema, JSON.stringify(parameters)).sort();

  it("finds them by schema and by name, at any depth", () => {
    const found = values({
      api_key: "K1",
      host: "h",
      auth: { user: "u", pass: "P1", next: { pass: "P2" } },
      accounts: [{ user: "v", pass: "P3" }],
      headers: { Accept: "json", "X-Api-Key": "H1" },
      vault: { one: "V1" },
      pins: [1234],
    });
    expect(found).toEqual(["1234", "H1", "K1", "P1", "P2", "P3", "V1"]);
  });

  it("finds them in wrong shapes", () => {
    expect(values({ api_key: ["CANARY-list", { deep: "CANARY-deep", n: 17 }] })).toEqual([
      "17",
      "CANARY-deep",
      "CANARY-list",
    ]);
    expect(values({ api_key: "K", auth: "CANARY-flat" })).toEqual(["CANARY-flat", "K"]);
    expect(values({ api_kye: "CANARY-typo", host: "h" })).toEqual(["CANARY-typo"]);
    const complete = { properties: { api_key: password } };
    expect(secretValues(complete, '{"api_key":"K","region":"eu"}')).toEqual(["K"]);
    expect(values(["CANARY-array"])).toEqual(["CANARY-array"]);
    expect(secretValues(schema, '{"api_key": "CANARY-open')).toContain("CANARY-open");
    expect(secretValues(schema, '{"api_key": "CANARY", "host": "h"')).not.toContain("api_key");
  });

  it("finds those inside addresses, connection strings and JSON", () => {
    const found = values({
      api_key: "Bearer CANARY-b",
      host: "postgres://u:p%40ss@h/db?sslmode=on&token=CANARY-q",
      headers: { odbc: "Server=h;Password='CANARY-o';", json: '{"private_key":"CANARY-j"}' },
    });
    expect(found).toEqual(
      expect.arrayContaining(["Bearer CANARY-b", "CANARY-b", "p%40ss", "p@ss", "CANARY-q", "CANARY-o", "CANARY-j"]),
    );
    expect(found).not.toContain("on");
  });

  it("keeps every digit of a number, and also as a program prints it", () => {
    const pin = { type: "object", properties: { pin: { type: "number", writeOnly: true } } };
    expect(secretValues(pin, '{"pin": 1234.50}')).toEqual(["1234.50", "1234.5"]);
    expect(secretValues(pin, '{"pin": 12345678901234567890}')).toContain("12345678901234567890");
  });

  it("ends with schemas that go in circles or lead nowhere", () => {
    const circle = {
      type: "object",
      properties: { a: { $ref: "#" }, b: { $ref: "#/nowhere" }, c: { $ref: "other.json" } },
    };
    expect(secretValues(circle, '{"a":{"a":{"api_key":"K"}},"b":"x","c":"y"}')).toEqual(["K"]);
  });
});

describe("maskParameters", () => {
  it("leaves secrets out, says which are set, and keeps every digit", () => {
    const schema = {
      type: "object",
      properties: {
        api_key: password,
        old_token: text,
        db: text,
        n: { type: "integer" },
        auth: { properties: { "a/b": password } },
      },
    };
    const stored =
      '{"api_key":"K","old_token":null,"db":"pg://u:PW@h","n":12345678901234567890,"auth":{"a/b":"S","user":"u"}}';
    expect(maskParameters(schema, stored)).toEqual({
      masked: '{"old_token":null,"db":"pg://u:**********@h","n":12345678901234567890,"auth":{"user":"u"}}',
      secretsSet: ["/api_key", "/auth/a~1b"],
    });
  });

  it("takes a list of secrets as one", () => {
    const schema = { type: "object", properties: { extra: { type: "array", items: password } } };
    expect(maskParameters(schema, '{"extra":["A","B"]}')).toEqual({ masked: "{}", secretsSet: ["/extra"] });
  });
});

describe("withSecretsAt", () => {
  const stored = '{"conn":"CANARY","url":"u","list":[{"a/b":"CANARY-2"},{"a/b":"CANARY-3"}],"7":"CANARY-4"}';
  const pointers = ["/conn", "/list/0/a~1b", "/7"];

  it.each([
    ["nothing", {}],
    ["another type", { type: "object", properties: { conn: text, list: { type: "array" } } }],
    ["references", { $ref: "#/$defs/A", $defs: { A: { type: "object", properties: { conn: text } } }, allOf: [{}] }],
  ])("keeps what was secret hidden when the schema says %s of it", (_, schema) => {
    const known = withSecretsAt(schema, pointers);
    expect(maskParameters(known, stored).masked).toBe('{"url":"u","list":[{},{}]}');
    expect(secretValues(known, stored).sort()).toEqual(["CANARY", "CANARY-2", "CANARY-3", "CANARY-4"]);
  });

  it("is the schema itself when nothing was", () => {
    const schema = { type: "object" };
    expect(withSecretsAt(schema, [])).toBe(schema);
  });
});

it("takes a text of very many addresses for data, and still finds what is declared a secret", () => {
  const text = Array.from({ length: 3_000 }, (_, index) => `GET https://host/?key=part-${index}`).join("\n");
  const found = secretValues({}, JSON.stringify({ text, api_key: "CANARY" }));
  expect(found).toContain("CANARY");
  expect(found).toContain("part-0");
  expect(found.length).toBeLessThan(1_000);
});
