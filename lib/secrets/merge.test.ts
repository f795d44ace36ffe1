import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maskParameters } from "./fields.ts";
import { mergeSecrets } from "./merge.ts";

const password = { type: "string", format: "password", writeOnly: true };
const schema = {
  type: "object",
  properties: {
    token: { ...password, default: "**********" },
    host: { type: "string" },
    url: { type: "string" },
    auth: { type: "object", properties: { user: { type: "string" }, secret: { type: "string" } } },
    keys: { type: "array", items: password },
    accounts: {
      type: "array",
      items: { type: "object", properties: { name: { type: "string" }, password: { type: "string" } } },
    },
  },
  required: ["host"],
};

function merge(stored: unknown, submitted: unknown, clear: string[] = []): unknown {
  return JSON.parse(mergeSecrets(schema, JSON.stringify(stored), { submitted: JSON.stringify(submitted), clear }));
}

describe("mergeSecrets", () => {
  it("keeps a secret that was not sent or came back masked", () => {
    expect(merge({ token: "REAL" }, { host: "h" })).toEqual({ token: "REAL", host: "h" });
    expect(merge({ token: "REAL" }, { token: "**********", host: "h" })).toEqual({ token: "REAL", host: "h" });
    expect(merge({}, { token: "**********", host: "h" })).toEqual({ host: "h" });
  });

  it("replaces one that was entered, and removes one that was cleared", () => {
    expect(merge({ token: "OLD" }, { token: "NEW" })).toEqual({ token: "NEW" });
    expect(merge({ token: "OLD", host: "h" }, { host: "h" }, ["/token"])).toEqual({ host: "h" });
    expect(merge({ token: "OLD" }, { token: null })).toEqual({ token: null });
    expect(merge({ auth: { secret: "S", user: "u" } }, { auth: { user: "u" } }, ["/auth/secret"])).toEqual({
      auth: { user: "u" },
    });
  });

  it("drops what is no secret and was taken away", () => {
    expect(merge({ token: "T", host: "h", auth: { user: "u" } }, {})).toEqual({ token: "T" });
  });

  it("keeps an object that was shown empty, since only its secret fills it", () => {
    expect(merge({ auth: { secret: "S" } }, { host: "h" })).toEqual({ host: "h", auth: { secret: "S" } });
    expect(merge({ auth: { secret: "S" } }, { host: "h" }, ["/auth/secret"])).toEqual({ host: "h", auth: {} });
  });

  it("never gives one item's secret to another", () => {
    const stored = {
      accounts: [
        { name: "a", password: "PA" },
        { name: "b", password: "PB" },
      ],
    };
    expect(merge(stored, { accounts: [{ name: "b" }] })).toEqual({ accounts: [{ name: "b", password: "PB" }] });
    expect(merge(stored, { accounts: [{ name: "b" }, { name: "a" }] })).toEqual({
      accounts: [...stored.accounts].reverse(),
    });
    expect(merge(stored, { accounts: [{ name: "c" }, { name: "b" }, { name: "a" }] })).toEqual({
      accounts: [{ name: "c" }, { name: "b", password: "PB" }, { name: "a", password: "PA" }],
    });
    expect(merge(stored, { accounts: [{ name: "renamed" }, { name: "b" }] })).toEqual({
      accounts: [
        { name: "renamed", password: "PA" },
        { name: "b", password: "PB" },
      ],
    });
  });

  it("takes masks in a list of secrets for those that were there", () => {
    expect(merge({ keys: ["A", "B"] }, { keys: ["**********", "C"] })).toEqual({ keys: ["A", "C"] });
    expect(merge({}, { keys: ["**********"] })).toEqual({ keys: [] });
  });

  it("puts passwords back into addresses, and refuses a mask without one", () => {
    const stored = { url: "pg://u:PW@h/db" };
    expect(merge(stored, { url: "pg://u:**********@other/db" })).toEqual({ url: "pg://u:PW@other/db" });
    expect(() => merge({}, { url: "pg://u:**********@h" })).toThrow(/^\/url holds/);
  });

  it("leaves the secret of another kind behind when the kind changes", () => {
    const kinds = {
      properties: {
        auth: {
          oneOf: [
            { properties: { kind: { const: "basic" }, password: { type: "string" } }, additionalProperties: false },
            { properties: { kind: { const: "token" }, token: { type: "string" } }, additionalProperties: false },
          ],
        },
      },
    };
    const stored = '{"auth":{"kind":"basic","password":"P"}}';
    expect(mergeSecrets(kinds, stored, { submitted: '{"auth":{"kind":"token"}}', clear: [] })).toBe(
      '{"auth":{"kind":"token"}}',
    );
    expect(mergeSecrets(kinds, stored, { submitted: '{"auth":{"kind":"basic"}}', clear: [] })).toBe(stored);
  });

  it("refuses what is no JSON object without quoting it", () => {
    expect(() => mergeSecrets(schema, "{}", { submitted: "[CANARY", clear: [] })).toThrow(
      "The parameters are not a JSON object of at most 200 levels; send one.",
    );
  });

  it("gives back what is stored when the shown values are saved as they are", () => {
    const account = fc.record({ name: fc.string(), password: fc.string({ minLength: 1 }) }, { requiredKeys: [] });
    const parameters = fc.record(
      {
        token: fc.string({ minLength: 1 }),
        host: fc.string({ unit: "grapheme" }),
        accounts: fc.array(account),
        auth: fc.record({ user: fc.string(), secret: fc.string({ minLength: 1 }) }, { requiredKeys: [] }),
      },
      { requiredKeys: ["host"] },
    );
    fc.assert(
      fc.property(parameters, (stored) => {
        const { masked } = maskParameters(schema, JSON.stringify(stored));
        expect(JSON.parse(mergeSecrets(schema, JSON.stringify(stored), { submitted: masked, clear: [] }))).toEqual(
          JSON.parse(JSON.stringify(stored)),
        );
      }),
    );
  });
});
