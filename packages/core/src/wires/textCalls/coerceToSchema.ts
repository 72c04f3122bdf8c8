import { isRecord } from "../../json/record.ts";
import { parseModelJson } from "./modelJson.ts";

/**
 * The value that a text stands for, by the types that a schema allows: `"3"` is a number for `integer`, and stays a
 * text for `string`. A text that fits none stays as it is, for the validator to refuse. `root` resolves local `$ref`s.
 */
export function coerceToSchema(text: string, schema: unknown, root: unknown = schema): unknown {
  const types = new Set<string>();
  collectTypes(schema, root, types, 0);
  if (types.size === 0 || types.has("string")) return types.has("null") && text.trim() === "null" ? null : text;
  const word = text.trim();
  if (types.has("boolean") && /^(true|false)$/i.test(word)) return word.toLowerCase() === "true";
  if (types.has("null") && /^(null|none)$/i.test(word)) return null;
  const value = parseModelJson(word)?.value;
  // A number with more digits than are kept would be another one.
  if (typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value)) return text;
  if (typeof value === "number" && (types.has("number") || (types.has("integer") && Number.isInteger(value))))
    return value;
  if (Array.isArray(value) ? types.has("array") : isRecord(value) && types.has("object")) return value;
  return text;
}

function collectTypes(schema: unknown, root: unknown, types: Set<string>, depth: number): void {
  if (!isRecord(schema) || depth > 8) return;
  const ref = schema["$ref"];
  if (typeof ref === "string" && ref.startsWith("#/")) collectTypes(atPointer(root, ref), root, types, depth + 1);
  for (const type of [schema["type"]].flat()) if (typeof type === "string") types.add(type);
  if (schema["nullable"] === true) types.add("null");
  for (const value of [...("const" in schema ? [schema["const"]] : []), ...listOf(schema["enum"])])
    types.add(typeOf(value));
  for (const keyword of ["anyOf", "oneOf", "allOf"]) {
    for (const part of listOf(schema[keyword])) collectTypes(part, root, types, depth + 1);
  }
  if (isRecord(schema["properties"])) types.add("object");
  if ("items" in schema) types.add("array");
}

function atPointer(root: unknown, ref: string): unknown {
  let at = root;
  for (const step of ref.slice(2).split("/")) {
    const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
    at = isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  }
  return at;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
