import type { JsonSchema } from "../schema/jsonSchema.ts";
import type { PhraseWords } from "./phrases.ts";
import type { ValueFormat, ValueFormatType } from "./viewSpec.ts";
import { pointerSegments, readPath } from "../json/pointer.ts";
import { isRecord } from "../json/record.ts";

/** A place in an output's schema; `root` is where `$ref` is looked up. */
export interface SchemaPart {
  schema: JsonSchema;
  root: JsonSchema;
}

const asSchema = (value: unknown): JsonSchema | undefined => (isRecord(value) ? (value as JsonSchema) : undefined);

/** Follows `$ref` within the document and the one branch of a nullable union; a cycle ends after 16 steps. */
function settle(schema: JsonSchema | undefined, root: JsonSchema): SchemaPart | undefined {
  let at = schema;
  for (let step = 0; at && step < 16; step++) {
    const ref: unknown = at.$ref;
    if (typeof ref === "string") {
      const { title, description } = at;
      at = lookUp(ref, root);
      if (at && (title || description))
        at = { ...at, ...(title ? { title } : {}), ...(description ? { description } : {}) };
      continue;
    }
    const branches: unknown = at.anyOf ?? at.oneOf;
    if (!Array.isArray(branches) || at.properties || at.items) return { schema: at, root };
    const real = branches.map(asSchema).filter((branch) => branch && branch.type !== "null");
    if (real.length !== 1) return { schema: at, root };
    const { anyOf: _any, oneOf: _one, ...rest } = at;
    at = { ...real[0], ...rest };
  }
  return undefined;
}

function lookUp(ref: string, root: JsonSchema): JsonSchema | undefined {
  if (ref === "#") return root;
  if (!ref.startsWith("#/")) return undefined;
  return asSchema(readPath(root, pointerSegments(ref.slice(1))));
}

/** The whole of an output's schema. */
export function wholeSchema(schema: JsonSchema | undefined): SchemaPart | undefined {
  return schema && settle(asSchema(schema), schema);
}

/** The schema of a record's property, or of a list's items where `key` is an index. */
export function schemaOf(part: SchemaPart | undefined, key: string): SchemaPart | undefined {
  if (!part) return undefined;
  const { properties, additionalProperties } = part.schema;
  if (asSchema(properties) && Object.hasOwn(properties as object, key)) {
    return settle(asSchema((properties as Record<string, unknown>)[key]), part.root);
  }
  if (/^\d+$/.test(key) && part.schema.items !== undefined) return itemsOf(part);
  return settle(asSchema(additionalProperties), part.root);
}

/** The schema of a list's items. */
export function itemsOf(part: SchemaPart | undefined): SchemaPart | undefined {
  return part && settle(asSchema(part.schema.items), part.root);
}

/** The schema at a dotted path. */
export function schemaAtPath(part: SchemaPart | undefined, path: string): SchemaPart | undefined {
  if (path === "") return part;
  return path.split(".").reduce<SchemaPart | undefined>(schemaOf, part);
}

/** The title of this part in the schema. */
export function titleOf(part: SchemaPart | undefined): string | undefined {
  const title: unknown = part?.schema.title;
  return typeof title === "string" && title !== "" ? title : undefined;
}

const formats: Record<string, ValueFormatType> = {
  date: "date",
  "date-time": "datetime",
  datetime: "datetime",
  uri: "url",
  url: "url",
  currency: "currency",
  percent: "percent",
  percentage: "percent",
};

/** The format of this part in the schema: `format`, with `x-currency`, `x-unit` and `x-digits`. */
export function schemaFormat(part: SchemaPart | undefined): ValueFormat | undefined {
  const words = part?.schema["x-phrases"];
  const format = ownFormat(part);
  // An author's list of phrases; translated, it has their words.
  return isRecord(words) ? { type: "text", ...format, words: words as PhraseWords } : format;
}

function ownFormat(part: SchemaPart | undefined): ValueFormat | undefined {
  if (!part) return undefined;
  const { format, ["x-currency"]: currency, ["x-unit"]: unit, ["x-digits"]: digits } = part.schema;
  const named = typeof format === "string" && Object.hasOwn(formats, format) ? formats[format] : undefined;
  const type = named ?? (typeof currency === "string" ? "currency" : typeof unit === "string" ? "number" : undefined);
  if (!type) return Array.isArray(part.schema.enum) ? { type: "badge" } : undefined;
  return {
    type,
    ...(typeof currency === "string" ? { currency } : {}),
    ...(typeof unit === "string" ? { unit } : {}),
    ...(typeof digits === "number" ? { digits } : {}),
    ...(format === "percentage" ? { of: 100 as const } : {}),
  };
}

/** The longest text that stands among figures. */
const LONGEST_FIGURE = 22;

/** Whether a schema lets a text be of any length: neither one of some, nor a time, nor bounded to a few letters. */
export function isOpenText(part: SchemaPart | undefined): boolean {
  if (!part) return false;
  const { type, enum: choices, const: only, format, maxLength, ["x-phrases"]: phrases } = part.schema;
  const isText = Array.isArray(type) ? type.includes("string") : type === "string";
  if (!isText || choices !== undefined || only !== undefined || phrases !== undefined) return false;
  if (typeof format === "string" && /^(?:date|time|date-time|datetime|duration)$/.test(format)) return false;
  return typeof maxLength !== "number" || maxLength > LONGEST_FIGURE;
}

/** The image media type that the schema declares for this part. */
export function imageType(part: SchemaPart | undefined): string | undefined {
  const { contentMediaType, format } = part?.schema ?? {};
  if (typeof contentMediaType === "string" && contentMediaType.startsWith("image/")) return contentMediaType;
  return format === "image" || format === "image-url" ? "image/png" : undefined;
}
