import type { JsonSchema, Schema } from "../schema/jsonSchema.ts";
import { toJsonSchema } from "../schema/toJsonSchema.ts";

/** A tool as the search reads it: any definition, registered tool or listing. */
export interface SearchableTool {
  slug: string;
  name?: string;
  description?: string;
  userDescription?: string;
  category?: string;
  inputSchema?: Schema;
  /** The input as JSON Schema, where it is known already. */
  inputJsonSchema?: JsonSchema;
  /** What people write when they want it. */
  examples?: readonly string[];
  /** Other names that it is found by. */
  aliases?: readonly string[];
  /** Its words in other languages, by language tag. */
  messages?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Where a word stands in a tool, most telling first. */
export const FIELDS = ["name", "aliases", "examples", "description", "keys", "parameters"] as const;
export type Field = (typeof FIELDS)[number];

/** A schema may contain itself, so it is read to a depth that real inputs stay above. */
const DEEPEST = 8;

/** The texts that a tool is found by, of each field. `schema` is its input, where that is known already. */
export function textsOf(tool: SearchableTool, schema = parametersOf(tool)): Record<Field, string[]> {
  const {
    slug,
    name = slug,
    description = "",
    userDescription = "",
    category = "",
    aliases = [],
    examples = [],
  } = tool;
  const translated = (text: string) =>
    Object.values(tool.messages ?? {}).flatMap((messages) =>
      typeof messages[text] === "string" ? [messages[text]] : [],
    );
  const inEachLanguage = (...texts: readonly string[]) =>
    texts.filter(Boolean).flatMap((text) => [text, ...translated(text)]);
  const keys: string[] = [];
  const parameters: string[] = [];
  readSchema(schema, keys, parameters, DEEPEST);
  return {
    name: inEachLanguage(name),
    // A slug that says the same as the name says it once.
    aliases: name === slug ? [...aliases] : [slug, ...aliases],
    examples: inEachLanguage(...examples),
    description: inEachLanguage(description, userDescription, category),
    keys,
    parameters,
  };
}

/** A tool's input as JSON Schema; an empty one where its schema cannot be written as such. */
export function parametersOf({ inputJsonSchema, inputSchema }: SearchableTool): JsonSchema {
  if (inputJsonSchema) return inputJsonSchema;
  if (!inputSchema) return { type: "object", properties: {} };
  try {
    return toJsonSchema(inputSchema);
  } catch {
    return { type: "object", properties: {} };
  }
}

function readSchema(schema: unknown, keys: string[], texts: string[], depth: number): void {
  if (typeof schema !== "object" || schema === null || depth === 0) return;
  const {
    properties,
    items,
    anyOf,
    oneOf,
    allOf,
    additionalProperties,
    title,
    description,
    enum: values,
    $defs,
  } = schema as JsonSchema;
  if (depth < DEEPEST) {
    if (typeof title === "string") texts.push(title);
    if (typeof description === "string") texts.push(description);
    if (Array.isArray(values)) for (const value of values) if (typeof value === "string") texts.push(value);
  }
  for (const [key, inner] of Object.entries(properties ?? {})) {
    keys.push(key);
    readSchema(inner, keys, texts, depth - 1);
  }
  for (const part of [items, anyOf, oneOf, allOf, additionalProperties]) {
    if (Array.isArray(part)) for (const inner of part) readSchema(inner, keys, texts, depth - 1);
    else readSchema(part, keys, texts, depth - 1);
  }
  for (const inner of Object.values($defs ?? {})) readSchema(inner, keys, texts, depth - 1);
}
