"use client";
import { useTranslations } from "next-intl";
import type { Field } from "./field.ts";
import { printJson } from "./json-print.ts";
import { typesOf } from "./resolve.ts";
import { fromValue } from "./state.ts";

/** The line under a label: what the field takes, in the schema's terms. */
export function useTypeHint(): (field: Field, required: boolean) => string {
  const t = useTranslations("form");
  return (field, required) => {
    const type = t.has(`type.${typeName(field)}`) ? t(`type.${typeName(field)}`) : typeName(field);
    const parts = [field.nullable ? t("orNull", { type }) : type, ...details(field)];
    return required ? parts.join(" · ") : t("optional", { type: parts.join(" · ") });
  };
}

function typeName({ kind, schema }: Field): string {
  switch (kind.is) {
    case "text":
      if (kind.encoding !== null) return kind.encoding === "text" ? "binary" : kind.encoding;
      return kind.lines === "many" ? "string" : (kind.format ?? "string");
    case "number":
      return kind.whole ? "integer" : "number";
    case "choice":
      return schema.type === "boolean" ? "boolean" : "enum";
    case "json":
      return kind.shape === "list" ? "array" : kind.shape;
    case "list":
      return "array";
    default:
      return kind.is;
  }
}

function details({ kind, schema }: Field): string[] {
  const [type] = typesOf(schema.type);
  if (kind.is === "choice") return type === "boolean" ? [] : [String(kind.options.length)];
  if (kind.is === "number")
    return range(schema.minimum ?? schema.exclusiveMinimum, schema.maximum ?? schema.exclusiveMaximum);
  if (kind.is === "list") return range(schema.minItems, schema.maxItems);
  if (kind.is === "text") return range(undefined, schema.maxLength);
  if (kind.is === "union") return [String(kind.variants.length)];
  return kind.is === "const" ? [printJson(fromValue(kind.value))] : [];
}

/** A bound that is only the end of what a number can hold says nothing about the field. */
function range(least: unknown, most: unknown): string[] {
  const from = isBound(least) ? least : null;
  const to = isBound(most) ? most : null;
  if (from !== null && to !== null) return [`${from}–${to}`];
  if (from !== null) return [`≥ ${from}`];
  return to === null ? [] : [`≤ ${to}`];
}

function isBound(bound: unknown): bound is number {
  return typeof bound === "number" && Math.abs(bound) < Number.MAX_SAFE_INTEGER;
}
