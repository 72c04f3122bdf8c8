import { humanizeFieldName } from "../schema/humanize.ts";
import type { Condition, Operator } from "./condition.ts";
import type { FieldOption } from "./field.ts";
import { optionLabel } from "./fieldOption.ts";
import { isRecord } from "../json/record.ts";

/** The control of a filter. */
export type FilterControl = "select" | "multi-select" | "number" | "range" | "toggle" | "text";

/** A field that can be filtered. Plain data. */
export interface FilterFieldConfig {
  /** The property's name, as conditions name it. */
  field: string;
  label: string;
  control: FilterControl;
  options?: FieldOption[];
  minimum?: number;
  maximum?: number;
  integer?: boolean;
  /** The fitting operators, the usual one first. */
  operators: Operator[];
}

/** One comparison of a field's value; in a list all have to hold. */
export interface FilterCondition {
  field: string;
  operator: Operator;
  value: unknown;
}

/** Up to this many choices are a `select`, more a `multi-select`. */
const fewChoices = 6;

const operatorsOf: Record<FilterControl, Operator[]> = {
  select: ["eq", "neq"],
  "multi-select": ["in"],
  number: ["eq", "neq", "gt", "gte", "lt", "lte"],
  range: ["gte", "lte"],
  toggle: ["eq"],
  text: ["contains", "eq", "neq"],
};

/**
 * The filters that the properties of a JSON Schema allow, in their order; objects have none. A text with up to six
 * choices is a `select`, with more a `multi-select`; a number is a `range` where it has a least or greatest value; a
 * boolean is a `toggle`; a list of choices is a `multi-select`; other lists and texts are `text`.
 */
export function schemaToFilterFields(
  properties: Readonly<Record<string, unknown>>,
  visibleFields?: readonly string[],
): FilterFieldConfig[] {
  return Object.entries(properties).flatMap(([field, given]) => {
    if (visibleFields && !visibleFields.includes(field)) return [];
    const schema = withoutNull(given);
    const kind = controlOf(schema);
    if (!kind) return [];
    const title = schema["title"] ?? (isRecord(given) ? given["title"] : undefined);
    const label = typeof title === "string" && title !== "" ? title : humanizeFieldName(field);
    return [
      { field, label, ...kind, operators: [...(kind.isList ? ["contains" as const] : operatorsOf[kind.control])] },
    ].map(({ isList: _isList, ...config }) => config);
  });
}

interface Kind extends Pick<FilterFieldConfig, "control" | "options" | "minimum" | "maximum" | "integer"> {
  /** A list of free texts is filtered by one of them. */
  isList?: boolean;
}

function controlOf(schema: Record<string, unknown>): Kind | undefined {
  const options = choicesOf(schema);
  const type = Array.isArray(schema["type"]) ? schema["type"].find((name) => name !== "null") : schema["type"];
  switch (type) {
    case "number":
    case "integer": {
      if (options) return { control: options.length > fewChoices ? "multi-select" : "select", options };
      const minimum = numberOf(schema["minimum"]) ?? numberOf(schema["exclusiveMinimum"]);
      const maximum = numberOf(schema["maximum"]) ?? numberOf(schema["exclusiveMaximum"]);
      const isRange = minimum !== undefined || maximum !== undefined;
      return {
        control: isRange ? "range" : "number",
        ...(minimum !== undefined && { minimum }),
        ...(maximum !== undefined && { maximum }),
        ...(type === "integer" && { integer: true }),
      };
    }
    case "boolean":
      return { control: "toggle" };
    case "array": {
      const choices = choicesOf(withoutNull(schema["items"]));
      return choices ? { control: "multi-select", options: choices } : { control: "text", isList: true };
    }
    case "object":
    case "null":
      return undefined;
    default:
      if (options) return { control: options.length > fewChoices ? "multi-select" : "select", options };
      return "properties" in schema || "additionalProperties" in schema ? undefined : { control: "text" };
  }
}

/** The choices of `enum`, or of a union of constants. */
function choicesOf(schema: Record<string, unknown>): FieldOption[] | undefined {
  if (Array.isArray(schema["enum"])) {
    const values = (schema["enum"] as unknown[]).filter((value) => value !== null);
    return values.length > 0 ? values.map((value) => ({ value, label: optionLabel(value) })) : undefined;
  }
  const members = schema["oneOf"] ?? schema["anyOf"];
  if (!Array.isArray(members) || members.length === 0) return undefined;
  const options: FieldOption[] = [];
  for (const member of members as unknown[]) {
    if (!isRecord(member) || !("const" in member)) return undefined;
    const { const: value, title } = member;
    options.push({ value, label: typeof title === "string" ? title : optionLabel(value) });
  }
  return options;
}

/** `anyOf [x, null]` reads as an optional x. */
function withoutNull(given: unknown): Record<string, unknown> {
  const schema = isRecord(given) ? given : {};
  const members = schema["anyOf"] ?? schema["oneOf"];
  if (!Array.isArray(members)) return schema;
  const rest = members.filter((member) => !(isRecord(member) && member["type"] === "null")) as unknown[];
  return rest.length === 1 && rest.length < members.length && isRecord(rest[0])
    ? { ...schema, anyOf: undefined, oneOf: undefined, ...rest[0] }
    : schema;
}

/** Combines filters into a condition in which all have to hold. */
export function filtersToCondition(filters: readonly FilterCondition[]): Condition {
  return { all: filters.map(({ field, operator, value }) => ({ field, operator, value })) };
}

const numberOf = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);
