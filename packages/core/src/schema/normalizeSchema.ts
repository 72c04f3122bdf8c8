import { childPointer, pointerSegments, readPath, type Pointer } from "../json/pointer.ts";
import { defineOwn } from "../json/defineOwn.ts";
import { isRecord } from "../json/record.ts";
import type { JsonSchema } from "./jsonSchema.ts";
import { dataKeywords, schemaMaps } from "./schemasIn.ts";

const types: ReadonlySet<string> = new Set(["string", "number", "integer", "boolean", "object", "array", "null"]);

/** What other languages and providers call a type. */
const typeNames: Readonly<Record<string, string>> = {
  ...{ str: "string", text: "string", int: "integer", long: "integer", float: "number", double: "number" },
  ...{ decimal: "number", bool: "boolean", list: "array", tuple: "array", dict: "object", map: "object", none: "null" },
};
/** Words for "of any type". */
const anyType = /^(?:any|type_unspecified)$/i;

/** Limits that Gemini and others write as texts: their numbers are of 64 bits. */
const numeric: ReadonlySet<string> = new Set([
  ...["minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
]);

/** Keywords of one schema that holds for the value or its parts. */
const single: ReadonlySet<string> = new Set([
  ...["items", "additionalItems", "additionalProperties", "unevaluatedItems", "unevaluatedProperties", "contains"],
  ...["propertyNames", "not", "if", "then", "else"],
]);
const several: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf", "prefixItems", "items"]);

const deepest = 500;
const draft7 = "http://json-schema.org/draft-07/schema#";

/**
 * A schema in the words of the draft that its engines check, whatever dialect it is written in without saying so:
 * OpenAPI 3.0 and draft 4 (`exclusiveMinimum: true`, `id`), draft 3 (`required: true`, `divisibleBy`), Gemini
 * (`"OBJECT"`, limits as texts, `ref`), definitions below the root or under another name, and keywords that are null. A
 * schema without any of that is returned as it is.
 */
export function normalizeSchema<Given extends JsonSchema | boolean>(schema: Given): Given {
  if (!isRecord(schema)) return schema;
  const references = createReferences(schema);
  const isOld = typeof schema.$schema === "string" && /draft-0[1-4]/.test(schema.$schema);
  const whole = normalized(schema, [{ path: "", schema }], references) as JsonSchema;
  return (isOld ? { ...whole, $schema: draft7 } : whole) as Given;
}

interface Around {
  path: Pointer;
  schema: Record<string, unknown>;
}

type References = (ref: string, around: readonly Around[]) => string;

function normalized(given: unknown, around: readonly Around[], references: References): unknown {
  if (typeof given === "string") return shorthand(given);
  if (!isRecord(given) || around.length > deepest) return given;
  if (Array.isArray(given["type"]) && given["type"].some(isRecord) && given["anyOf"] === undefined)
    return normalized(unionOfTypes(given), around, references);
  const path = around.at(-1)!.path;
  let result: Record<string, unknown> | undefined;
  const set = (keyword: string, value: unknown): void => {
    result ??= { ...given };
    if (value === undefined) delete result[keyword];
    else defineOwn(result, keyword, value);
  };
  const inside = (part: unknown, at: Pointer): unknown =>
    normalized(part, isRecord(part) ? [...around, { path: at, schema: part }] : around, references);
  for (const [keyword, value] of Object.entries(given)) {
    // What an annotation of somebody's own holds is no schema, and null may mean something in it.
    if (keyword.startsWith("x-")) continue;
    if (dataKeywords.has(keyword)) {
      if (value === null && keyword !== "default" && keyword !== "const") set(keyword, undefined);
      continue;
    }
    const at = childPointer(path, keyword);
    let next: unknown = value;
    if (value === null) next = undefined;
    else if ((schemaMaps.has(keyword) || keyword === "defs") && isRecord(value))
      next = mapped(value, (part, key) => inside(part, childPointer(at, key)));
    else if (several.has(keyword) && Array.isArray(value))
      next = listed(value, (part, index) => inside(part, childPointer(at, index)));
    else if (single.has(keyword)) next = inside(value, at);
    else if (keyword === "$ref" && typeof value === "string") next = references(value, around);
    else if (numeric.has(keyword) && typeof value === "string")
      next = value.trim() !== "" && Number.isFinite(Number(value)) ? Number(value) : value;
    else if (keyword === "components" && isRecord(value) && isRecord(value["schemas"])) {
      const holder = childPointer(at, "schemas");
      const schemas = mapped(value["schemas"], (part, key) => inside(part, childPointer(holder, key)));
      if (schemas !== value["schemas"]) next = { ...value, schemas };
    }
    if (next !== value) set(keyword, next);
  }
  const read = (keyword: string): unknown => (result ?? given)[keyword];
  inStandardWords(read, set, references, around);
  const named = requiredByThemselves(given["properties"]);
  if (typeof given["required"] === "boolean") set("required", undefined);
  if (named.length > 0)
    set("required", [...new Set([...(Array.isArray(given["required"]) ? given["required"] : []), ...named])]);
  return result ?? given;
}

type Read = (keyword: string) => unknown;
type Write = (keyword: string, value: unknown) => void;

function inStandardWords(read: Read, set: Write, references: References, around: readonly Around[]): void {
  normalizeType(read, set);
  for (const [limit, exclusive] of [
    ["minimum", "exclusiveMinimum"],
    ["maximum", "exclusiveMaximum"],
  ] as const) {
    if (typeof read(exclusive) !== "boolean") continue;
    const isExclusive = read(exclusive) === true && typeof read(limit) === "number";
    set(exclusive, isExclusive ? read(limit) : undefined);
    if (isExclusive) set(limit, undefined);
  }
  if (read("x-nullable") === true && read("nullable") === undefined) set("nullable", true);
  if (read("format") === "enum") set("format", undefined);
  if (read("divisibleBy") !== undefined && read("multipleOf") === undefined) set("multipleOf", read("divisibleBy"));
  if (isRecord(read("extends")) && read("allOf") === undefined) set("allOf", [read("extends")]);
  const ref = read("ref");
  if (typeof ref === "string" && ref.startsWith("#/") && read("$ref") === undefined)
    set("$ref", references(ref, around));
  if (read("example") !== undefined && read("examples") === undefined) set("examples", [read("example")]);
  // jsonschema.net names each part by its place, which is no name to refer to.
  const id = read("$id");
  if (typeof id === "string" && id.startsWith("#/")) set("$id", undefined);
}

/** A list of types that holds schemas is a union of them, as draft 3 has it. */
function unionOfTypes({ type, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return { ...rest, anyOf: (type as unknown[]).map((one) => (isRecord(one) ? one : { type: one })) };
}

/** Types in lower case and in JSON Schema's words. */
function normalizeType(read: Read, set: Write): void {
  const type = read("type");
  if (type === undefined) return;
  const names = [type].flat() as unknown[];
  if (names.every((name) => typeof name === "string" && types.has(name))) return;
  if (names.some((name) => typeof name === "string" && anyType.test(name))) set("type", undefined);
  else if (Array.isArray(type)) set("type", [...new Set(names.map(typeName))]);
  else set("type", typeName(type));
}

function typeName(name: unknown): unknown {
  if (typeof name !== "string" || types.has(name)) return name;
  const plain = name.toLowerCase();
  return types.has(plain) ? plain : Object.hasOwn(typeNames, plain) ? typeNames[plain] : name;
}

/** The properties that say `required: true` of themselves, as in draft 3; their object has to list them. */
function requiredByThemselves(properties: unknown): string[] {
  if (!isRecord(properties)) return [];
  return Object.entries(properties).flatMap(([key, part]) =>
    isRecord(part) && part["required"] === true ? [key] : [],
  );
}

/** `"city": "string"` is short for a schema of that type; any other text only says what the property is about. */
function shorthand(text: string): JsonSchema {
  const type = typeName(text);
  return typeof type === "string" && types.has(type) ? { type } : { description: text };
}

function mapped(
  map: Record<string, unknown>,
  change: (part: unknown, key: string) => unknown,
): Record<string, unknown> {
  let result: Record<string, unknown> | undefined;
  for (const [key, part] of Object.entries(map)) {
    const next = change(part, key);
    if (next !== part) defineOwn((result ??= { ...map }), key, next);
  }
  return result ?? map;
}

function listed(list: readonly unknown[], change: (part: unknown, index: number) => unknown): readonly unknown[] {
  const next = list.map(change);
  return next.some((part, index) => part !== list[index]) ? next : list;
}

const definitionMaps = [["$defs"], ["definitions"], ["defs"], ["components", "schemas"]];

/**
 * Where references lead that are not meant from the root of the document: the address to write instead, or the same.
 */
function createReferences(root: Record<string, unknown>): References {
  let index: DocumentIndex | undefined;
  const rootName = [root["$id"], root["id"]].find((name) => typeof name === "string")?.replace(/#$/, "");
  return (ref, around) => {
    const local = rootName !== undefined && ref.startsWith(`${rootName}#/`) ? ref.slice(rootName.length) : ref;
    const path = local.startsWith("#/") ? segmentsOf(local) : undefined;
    if (path && has(root, path)) return local;
    // Inside a schema with an address of its own, references are meant from there.
    if (ref === "#" || around.some(({ path: at, schema }) => at !== "" && isAddress(schema["$id"]))) return ref;
    const name = path?.at(-1) ?? ref.replace(/^#/, "");
    for (const { path: at, schema } of around.toReversed()) {
      if (path && has(schema, path)) return toRef(at, path);
      if (/[/:]/.test(name)) continue;
      const map = definitionMaps.find((place) => has(schema, [...place, name]));
      if (map && !isNamed(root, ref)) return toRef(at, [...map, name]);
    }
    index ??= indexOf(root);
    const places = index.ids.get(ref.replace(/#$/, "")) ?? (path ? index.definitions.get(name) : undefined);
    return places?.length === 1 && !index.names.has(ref) ? toRef(places[0]!, []) : ref;
  };

  function isNamed(document: Record<string, unknown>, ref: string): boolean {
    if (ref.startsWith("#/")) return false;
    index ??= indexOf(document);
    return index.names.has(ref);
  }
}

const isAddress = (id: unknown): boolean => typeof id === "string" && !id.startsWith("#");
const has = (holder: unknown, path: readonly string[]): boolean => readPath(holder, path) !== undefined;

function segmentsOf(ref: string): string[] {
  try {
    return pointerSegments(decodeURIComponent(ref.slice(1)));
  } catch {
    return [];
  }
}

const toRef = (at: Pointer, path: readonly string[]): string =>
  `#${encodeURI(path.reduce<Pointer>(childPointer, at)).replaceAll("#", "%23").replaceAll("?", "%3F")}`;

interface DocumentIndex {
  /** Where the definitions of a name stand. */
  definitions: Map<string, Pointer[]>;
  /** Where the schemas with a draft 4 `id` stand. */
  ids: Map<string, Pointer[]>;
  /** What `$id` and `$anchor` name, which the engines find themselves. */
  names: Set<string>;
}

const mostIndexed = 50_000;

function indexOf(root: unknown): DocumentIndex {
  const index: DocumentIndex = { definitions: new Map(), ids: new Map(), names: new Set() };
  const enter = (table: Map<string, Pointer[]>, name: string, at: Pointer): void =>
    void table.set(name, [...(table.get(name) ?? []), at]);
  const pending: { part: unknown; at: Pointer; isMap: boolean }[] = [{ part: root, at: "", isMap: false }];
  for (let seen = 0; pending.length > 0 && seen < mostIndexed; seen++) {
    const { part, at, isMap } = pending.pop()!;
    if (typeof part !== "object" || part === null) continue;
    const { id, $id, $anchor } = part as JsonSchema;
    if (!isMap && typeof id === "string") enter(index.ids, id.replace(/#$/, ""), at);
    if (typeof $id === "string") index.names.add($id);
    if (typeof $anchor === "string") index.names.add(`#${$anchor}`);
    for (const [key, value] of Object.entries(part)) {
      if (!isMap && dataKeywords.has(key)) continue;
      const below = childPointer(at, key);
      if (isMap && /\/(?:\$defs|definitions|defs|schemas)$/.test(at)) enter(index.definitions, key, below);
      pending.push({
        part: value,
        at: below,
        isMap: !isMap && (schemaMaps.has(key) || key === "defs" || key === "schemas"),
      });
    }
  }
  return index;
}
