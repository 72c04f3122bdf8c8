import type { LanguageModelV3FunctionTool } from "@ai-sdk/provider";
import { labelOf, stemsOf, wordsOf } from "./words.ts";

/** A parameter as the planner reads it from the JSON Schema. */
export interface Parameter {
  name: string;
  title: string;
  description: string;
  kind: "string" | "number" | "boolean" | "enum" | "list" | "other";
  integer: boolean;
  minimum: number;
  maximum: number;
  maxLength: number;
  members: string[];
  format: string | null;
  required: boolean;
  /** An example or the default, where the schema gives one. */
  sample: unknown;
  /** The parameters of a list's items. */
  items: Parameter[];
  /** What a text is for, told from its name and description. */
  role: "path" | "glob" | "query" | "question" | "title" | "text" | "other";
  /** The stems of its name and title, and of its description. */
  names: ReadonlySet<string>;
  words: ReadonlySet<string>;
}

/** A tool as the planner reads it from its definition. */
export interface ToolShape {
  slug: string;
  /** "Search documents". */
  label: string;
  /** What it does, in words that follow "I can". */
  does: string;
  description: string;
  parameters: Parameter[];
  /** Whether its description says that a person approves it. */
  asks: boolean;
}

/** A call that is to be made now. */
export interface PlannedCall {
  tool: ToolShape;
  input: Record<string, unknown>;
}

interface SchemaLike {
  type?: unknown;
  enum?: unknown[];
  const?: unknown;
  anyOf?: SchemaLike[];
  oneOf?: SchemaLike[];
  properties?: Record<string, SchemaLike>;
  required?: string[];
  items?: SchemaLike;
  title?: string;
  description?: string;
  default?: unknown;
  examples?: unknown[];
  format?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  maxLength?: number;
}

export function shapeOf(tool: LanguageModelV3FunctionTool): ToolShape {
  const description = tool.description ?? "";
  const first = description.split(/(?<=[.!?])\s|[:;(]|\s—\s/)[0]!.trim();
  const does = first
    .replace(/^use (?:this|it)?\s*(?:tool\s*)?(?:first\s*)?(?=to |when|for|whenever)/i, "")
    .replace(/^to /i, "")
    .replace(/[.!?]+$/, "");
  const words = wordsOf(tool.name);
  return {
    slug: tool.name,
    label: labelOf(tool.name),
    does: does.length > 140 ? `${does.slice(0, does.lastIndexOf(" ", 139))} …` : does || words.join(" "),
    description,
    parameters: parametersOf(tool.inputSchema as SchemaLike),
    asks: /\bapprov/i.test(description) && !/^(?:list|read|search|find|analy[sz]e)/i.test(tool.name),
  };
}

function parametersOf(schema: SchemaLike): Parameter[] {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).map(([name, property]) =>
    parameterOf(name, property, required.has(name)),
  );
}

function parameterOf(name: string, given: SchemaLike, required: boolean): Parameter {
  const choices = given.anyOf ?? given.oneOf;
  const constants = choices?.filter((choice) => typeof choice.const === "string");
  const schema: SchemaLike =
    given.type === undefined && choices && constants?.length !== choices.length
      ? { ...choices.find((choice) => choice.type !== "null"), ...given }
      : given;
  const members = [...(schema.enum ?? []), ...(constants ?? []).map((choice) => choice.const)].filter(
    (member): member is string => typeof member === "string",
  );
  const types = [schema.type].flat();
  const title = schema.title ?? labelOf(name);
  const description = schema.description ?? "";
  const kind =
    members.length > 0
      ? "enum"
      : types.includes("number") || types.includes("integer")
        ? "number"
        : types.includes("boolean")
          ? "boolean"
          : types.includes("array")
            ? "list"
            : types.includes("string")
              ? "string"
              : "other";
  const maxLength = schema.maxLength ?? Infinity;
  return {
    name,
    title,
    description,
    kind,
    integer: types.includes("integer") && !types.includes("number"),
    minimum: schema.minimum ?? schema.exclusiveMinimum ?? -Infinity,
    maximum: schema.maximum ?? schema.exclusiveMaximum ?? Infinity,
    maxLength,
    members,
    format: schema.format ?? null,
    required,
    sample: schema.examples?.[0] ?? schema.default,
    items: kind === "list" && schema.items ? parametersOf(schema.items) : [],
    role: roleOf(name, description, maxLength),
    names: new Set([...stemsOf(name), ...stemsOf(title)]),
    words: new Set(stemsOf(description)),
  };
}

function roleOf(name: string, description: string, maxLength: number): Parameter["role"] {
  const lower = name.toLowerCase();
  if (/glob|pattern/.test(lower) || /\bglob\b/i.test(description)) return "glob";
  if (/^(?:path|file|filename|filepath|document)$|_path$|path$/.test(lower)) return "path";
  if (/^(?:question|prompt|task|instruction)s?$/.test(lower)) return "question";
  if (/^(?:q|query|search|keywords?|terms?|topic|phrase)$|query$/.test(lower)) return "query";
  if (/^(?:title|subject|heading|headline)$/.test(lower)) return "title";
  if (/^(?:text|content|body|message|markdown|note)$/.test(lower) || (maxLength >= 2000 && maxLength !== Infinity)) {
    return "text";
  }
  return "other";
}
