import { childPointer, pointerSegments, readPath } from "../json/pointer.ts";
import { isRecord } from "../json/record.ts";
import { nearest } from "../json/nearest.ts";
import type { JsonSchema } from "./jsonSchema.ts";
import { placeInWords } from "./placeInWords.ts";
import { dataKeywords, schemaMaps } from "./schemasIn.ts";

/** What is no JSON Schema in a document, whoever reads it. */
export interface SchemaFault {
  code: "broken_reference" | "invalid_schema" | "not_strict" | "required_unknown" | "unsupported_keyword";
  severity: "error" | "warning";
  /** JSON Pointer into the document; `""` is the whole. */
  path: string;
  /** Where it is in words, what, and how to mend it. */
  message: string;
}

const TYPES = ["string", "number", "integer", "boolean", "object", "array", "null"];
/** What other languages call a type, and what people write for a format. */
const MEANT: Readonly<Record<string, string>> = {
  str: '"string"',
  text: '"string"',
  int: '"integer"',
  long: '"integer"',
  float: '"number"',
  double: '"number"',
  decimal: '"number"',
  bool: '"boolean"',
  list: '"array"',
  tuple: '"array"',
  dict: '"object"',
  map: '"object"',
  none: '"null"',
  date: '"string" with "format": "date"',
  datetime: '"string" with "format": "date-time"',
  uri: '"string" with "format": "uri"',
  url: '"string" with "format": "uri"',
  uuid: '"string" with "format": "uuid"',
  email: '"string" with "format": "email"',
  enum: '"string" beside "enum"',
  any: "no type at all, or better a union of what it takes",
};

/** Keywords whose schemas hold beside another, and may speak of its properties. */
const beside = new Set(["anyOf", "oneOf", "allOf", "not", "if", "then", "else", "dependentSchemas"]);

/**
 * What keeps a document from being a JSON Schema, or from being met: types that are none, references to nowhere,
 * required names that no property has, and keywords of the wrong kind. With `strict`, also what OpenAI refuses in a
 * function that says `strict: true`: an object that is not closed, or does not require all of its properties.
 * @example
 * ```ts
 * for (const { path, message } of schemaFaults(schema)) console.log(path || "the whole", message);
 * ```
 */
export function schemaFaults(document: JsonSchema, { strict = false }: { strict?: boolean } = {}): SchemaFault[] {
  const faults: SchemaFault[] = [];
  const seen = new Set<unknown>();
  const walk = (part: unknown, path: string, isWhole: boolean): void => {
    if (!isRecord(part) || seen.has(part)) return;
    seen.add(part);
    const add = (code: SchemaFault["code"], severity: SchemaFault["severity"], message: string) =>
      void faults.push({ code, severity, path, message: `${placeInWords(path)} ${message}` });
    checkType(part["type"], add);
    checkRequired(part, isWhole, add);
    if (strict) checkClosed(part as JsonSchema, add);
    const { properties, enum: values, items, $ref } = part as JsonSchema;
    if (properties !== undefined && !isRecord(properties))
      add("invalid_schema", "error", 'has "properties" that are no object. Give each property its schema by its name.');
    if (values !== undefined && (!Array.isArray(values) || values.length === 0))
      add("invalid_schema", "error", 'has an "enum" without values, so nothing fits it. List them, or leave it out.');
    if (Array.isArray(items))
      add("unsupported_keyword", "warning", 'has a list in "items", which 2020-12 calls "prefixItems". Write it so.');
    if (typeof $ref === "string" && leadsNowhere(document, $ref))
      add(
        "broken_reference",
        "error",
        `refers to "${$ref}", and nothing stands there. Put it into $defs, or correct the path.`,
      );
    for (const [keyword, value] of Object.entries(part)) {
      if (dataKeywords.has(keyword) || typeof value !== "object" || value === null) continue;
      const at = childPointer(path, keyword);
      const whole = !beside.has(keyword) && (isWhole || keyword === "properties" || keyword === "items");
      if (Array.isArray(value)) value.forEach((each, index) => walk(each, childPointer(at, index), whole));
      else if (!schemaMaps.has(keyword)) walk(value, at, whole);
      else for (const [name, each] of Object.entries(value)) walk(each, childPointer(at, name), whole);
    }
  };
  walk(document, "", true);
  return faults;
}

type Add = (code: SchemaFault["code"], severity: SchemaFault["severity"], message: string) => void;

function checkType(type: unknown, add: Add): void {
  if (type === undefined) return;
  for (const each of Array.isArray(type) ? type : [type]) {
    if (typeof each === "string" && TYPES.includes(each)) continue;
    const name = typeof each === "string" ? each : "";
    const found = nearest(name, TYPES);
    const meant = MEANT[name.toLowerCase()] ?? (found === undefined ? undefined : `"${found}"`);
    const mend = meant === undefined ? `The types are ${TYPES.join(", ")}.` : `Write ${meant}.`;
    add("invalid_schema", "error", `has the type ${JSON.stringify(each)}, which JSON Schema does not know. ${mend}`);
  }
}

function checkRequired(part: Record<string, unknown>, isWhole: boolean, add: Add): void {
  const { required, properties, additionalProperties } = part;
  if (required === undefined) return;
  if (typeof required === "boolean") {
    add(
      "invalid_schema",
      "error",
      `says "required": ${required} of itself. Its object has to list it by name: "required": ["…"].`,
    );
  } else if (!Array.isArray(required)) {
    add(
      "invalid_schema",
      "error",
      'has a "required" that is no list. List the names of the properties that have to be there.',
    );
  } else if (isWhole && isRecord(properties) && !isRecord(part["patternProperties"])) {
    const isClosed = additionalProperties === false;
    for (const name of required.filter((each) => typeof each !== "string" || !Object.hasOwn(properties, each))) {
      const meant = nearest(String(name), Object.keys(properties));
      const why = isClosed ? ", so no input fits" : "";
      const mend = meant === undefined ? "Describe the property, or take the name out." : `Did you mean "${meant}"?`;
      add(
        "required_unknown",
        isClosed ? "error" : "warning",
        `requires "${String(name)}", which is none of its properties${why}. ${mend}`,
      );
    }
  }
}

function checkClosed({ properties, required, additionalProperties }: JsonSchema, add: Add): void {
  if (!isRecord(properties)) return;
  if (additionalProperties !== false)
    add(
      "not_strict",
      "error",
      'says strict: true and is not closed, which OpenAI refuses. Add "additionalProperties": false.',
    );
  const left = Object.keys(properties).filter((name) => !Array.isArray(required) || !required.includes(name));
  if (left.length > 0) {
    const names = left.map((name) => `"${name}"`).join(", ");
    add(
      "not_strict",
      "error",
      `says strict: true and does not require ${names}, which OpenAI refuses. List every property in "required", and let what is optional be null.`,
    );
  }
}

/**
 * Whether a reference into the document leads to nothing; names of anchors, and references to elsewhere, are not
 * followed.
 */
function leadsNowhere(document: JsonSchema, $ref: string): boolean {
  if (!$ref.startsWith("#/")) return false;
  try {
    return readPath(document, pointerSegments(decodeURIComponent($ref.slice(1)))) === undefined;
  } catch {
    return true;
  }
}
