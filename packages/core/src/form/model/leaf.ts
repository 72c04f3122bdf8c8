import type { JsonSchema } from "../../schema/jsonSchema.ts";
import { sameJson } from "../../json/sameJson.ts";
import type { FieldDefinition, FieldOption, FieldType } from "../../field/field.ts";
import { readExtension } from "../../field/fieldExtension.ts";
import { fieldVariants } from "../../field/fieldVariants.ts";
import { optionLabel } from "../../field/fieldOption.ts";
import type { LeafNode } from "./model.ts";
import { isRecord } from "../../json/record.ts";

type Field = Omit<FieldDefinition, "key">;
type LeafParts = Pick<
  LeafNode,
  "type" | "variant" | "integer" | "minimum" | "maximum" | "step" | "unit" | "minLength" | "maxLength" | "entity"
>;

/** More choices than these are a searchable list: as many options or checkboxes are slow to draw and to read. */
export const manyChoices = 200;

/** Texts that are written in lines, by the names that tools give them. */
const longText =
  /^(body|content|contents|description|instructions?|markdown|message|notes?|prompt|summary|text|code|script|html|query_?text)$/i;

const byFormat: Record<string, Pick<LeafNode, "type" | "variant">> = {
  date: { type: "date" },
  "date-time": { type: "date", variant: "datetime" },
  time: { type: "date", variant: "time" },
  uri: { type: "url" },
  url: { type: "url" },
  iri: { type: "url" },
  email: { type: "email" },
  "idn-email": { type: "email" },
  phone: { type: "phone" },
  tel: { type: "phone" },
  password: { type: "text", variant: "password" },
  color: { type: "text", variant: "color" },
  textarea: { type: "text", variant: "multiline" },
  markdown: { type: "text", variant: "multiline" },
  "data-url": { type: "media" },
  binary: { type: "media" },
};

/** The control that asks for a string, number or boolean, with its limits. */
export function leafOf(
  schema: JsonSchema,
  type: "string" | "number" | "integer" | "boolean",
  key: string,
  field: Field | undefined,
): LeafParts {
  const number = (keyword: keyof Field & string, other: string = keyword): number | undefined => {
    const value = field?.[keyword] ?? schema[keyword] ?? schema[other];
    return typeof value === "number" ? value : undefined;
  };
  const parts: LeafParts = { type: type === "integer" ? "number" : type === "string" ? "text" : type };
  if (type === "number" || type === "integer") {
    if (type === "integer") parts.integer = true;
    parts.minimum = number("minimum", "exclusiveMinimum");
    parts.maximum = number("maximum", "exclusiveMaximum");
    parts.step = number("step", "multipleOf");
    parts.unit = field?.unit;
  } else if (type === "string") {
    parts.minLength = number("minLength");
    const maxLength = (parts.maxLength = number("maxLength"));
    const format =
      typeof schema.format === "string" && Object.hasOwn(byFormat, schema.format) ? byFormat[schema.format] : undefined;
    if (schema["x-entity-type"] !== undefined || schema["x-entity-select"] !== undefined) parts.type = "relation";
    else if (
      format &&
      !(format.type === "url" && "contentMediaType" in schema && isFileType(schema["contentMediaType"]))
    )
      Object.assign(parts, format);
    else if (typeof schema["contentMediaType"] === "string" || schema["contentEncoding"] === "base64") {
      if (isFileType(schema["contentMediaType"])) parts.type = "media";
      else parts.variant = "multiline";
    } else if (schema["writeOnly"] === true) parts.variant = "password";
    else if ((maxLength ?? 0) > 500 || (maxLength === undefined && longText.test(key))) parts.variant = "multiline";
  }
  if (field?.type && fitsType(field.type, type)) {
    if (field.type !== parts.type) delete parts.variant;
    parts.type = field.type;
  }
  if (field?.variant !== undefined) parts.variant = field.variant;
  const entity = entityOf(schema, field);
  if (entity !== undefined && type !== "boolean") {
    if (field?.type === undefined) parts.type = "relation";
    if (parts.type === "relation") parts.entity = entity;
  } else if (connectionKey.test(key) && parts.type === "text" && parts.variant === undefined) {
    parts.type = "relation";
    parts.entity = "connection";
  }
  return parts;
}

/** Values that are files, or addresses of files, which nobody types. */
const isFileType = (type: unknown): boolean => type === undefined || !/^(text|application)\//.test(String(type));

/** A saved destination, by the names that tools give it. */
const connectionKey = /^connection_?(?:id|name)$/i;

/** The kind of entity that is picked, where a spec or a schema names one. */
export function entityOf(schema: JsonSchema, field: Field | undefined): string | undefined {
  const entity = field?.entity ?? schema["x-entity-type"];
  return typeof entity === "string" && entity !== "" ? entity : undefined;
}

/** Whether a text, number or boolean can be asked for as a field of another type. */
export const fitsType = (asked: FieldType, type: string): asked is LeafNode["type"] =>
  type === "string"
    ? Object.hasOwn(fieldVariants, asked) && !/^(number|boolean|object|array)$/.test(asked)
    : asked === (type === "integer" ? "number" : type);

/**
 * The choices that a schema (`enum`, `const`, or a union of such) or a spec's field gives; undefined where there are
 * none.
 */
export function optionsOf(
  schema: JsonSchema,
  field?: Pick<FieldDefinition, "options">,
): { options: FieldOption[]; nullable: boolean } | undefined {
  const members = membersOf(schema);
  if (!members) return field?.options ? { options: field.options, nullable: false } : undefined;
  const seen = new Set<unknown>();
  const distinct = members.filter(({ value }) => {
    const name = typeof value === "object" && value !== null ? JSON.stringify(value) : value;
    return !seen.has(name) && seen.add(name);
  });
  const options = distinct.filter((member) => member.value !== null);
  // `const: null` alone is a value like any other.
  if (options.length === 0) return { options: distinct, nullable: false };
  const own = field?.options;
  // The first of a value counts.
  const words = new Map(own?.toReversed().map((option) => [option.value, option]));
  const wordsFor = (value: unknown): FieldOption | undefined =>
    words.get(value) ?? (typeof value === "object" ? own?.find((one) => sameJson(one.value, value)) : undefined);
  return {
    options: options.map((option) => ({ ...option, ...wordsFor(option.value) })),
    nullable: options.length < distinct.length,
  };
}

function membersOf(schema: JsonSchema): FieldOption[] | undefined {
  if ("const" in schema && schema.const !== undefined) return [optionOf(schema.const, schema)];
  if (Array.isArray(schema.enum) && schema.enum.length > 0) {
    const names = schema["enumNames"] ?? schema["x-enumNames"] ?? schema["x-enum-labels"] ?? schema["x-enum-varnames"];
    const descriptions = schema["enumDescriptions"] ?? schema["x-enum-descriptions"];
    const words = readExtension(schema).options;
    return schema.enum.map((value, index) => {
      if (words?.[index]) return { value, ...words[index] };
      const text: unknown = Array.isArray(descriptions) ? descriptions[index] : undefined;
      const name: unknown = Array.isArray(names) ? names[index] : isRecord(names) ? names[String(value)] : undefined;
      const description = typeof text === "string" && text !== "" ? { description: text } : {};
      return {
        value,
        label: typeof name === "string" ? titleWithValue(name, value) : optionLabel(value),
        ...description,
      };
    });
  }
  const branches = Array.isArray(schema.oneOf) ? schema.oneOf : schema.anyOf;
  if (!Array.isArray(branches) || branches.length === 0 || "properties" in schema) return undefined;
  const options: FieldOption[] = [];
  for (const branch of branches) {
    if (!isRecord(branch) || "$ref" in branch || "properties" in branch) return undefined;
    if (branch["type"] === "null") options.push({ value: null, label: "null" });
    else {
      const inner = "const" in branch || "enum" in branch ? membersOf(branch as JsonSchema) : undefined;
      if (!inner) return undefined;
      options.push(...inner);
    }
  }
  return options;
}

function optionOf(value: unknown, schema: JsonSchema): FieldOption {
  const { title, description } = schema;
  return {
    value,
    label: typeof title === "string" && title !== "" ? titleWithValue(title, value) : optionLabel(value),
    ...(typeof description === "string" && description !== "" && { description }),
  };
}

/**
 * A choice's title, and its value where the title does not tell it: who reads an API's page looks for the value. Nobody
 * looks for `true`.
 */
function titleWithValue(title: string, value: unknown): string {
  if (typeof value === "object" || typeof value === "boolean") return title;
  const plain = (text: unknown): string =>
    String(text)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, "");
  return plain(title).includes(plain(value)) ? title : `${title} (${String(value)})`;
}
