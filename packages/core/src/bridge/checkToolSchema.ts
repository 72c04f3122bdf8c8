import { childPointer } from "../json/pointer.ts";
import { isRecord } from "../json/record.ts";
import type { JsonSchema } from "../schema/jsonSchema.ts";
import { placeInWords } from "../schema/placeInWords.ts";
import { schemasIn } from "../schema/schemasIn.ts";
import { toJsonSchema } from "../schema/toJsonSchema.ts";
import type { ToolDefinition } from "../tool/definition.ts";
import { errorMessage } from "../tool/errorMessage.ts";
import { toModelSchema } from "./modelSchema.ts";
import { toStrictSchema } from "./strictSchema.ts";
import { isName, MCP_NAMES, MODEL_NAMES, nameStem } from "./toolNames.ts";

/** For whom a definition is checked. */
export type SchemaTarget = "openai" | "openai-strict" | "anthropic" | "mcp";

/** Something that a model or a client cannot read, or reads worse than it could. */
export interface SchemaIssue {
  code:
    | "any_value"
    | "input_less"
    | "missing_description"
    | "missing_output_schema"
    | "missing_property_description"
    | "name_refused"
    | "name_too_long"
    | "not_strict"
    | "open_record"
    | "property_name_refused"
    | "top_level_union"
    | "unextractable_schema"
    | "unsupported_keyword";
  /**
   * `error`: a client drops the tool, refuses the request, or sees no arguments. `warning`: it works, and worse than it
   * could.
   */
  severity: "error" | "warning";
  /** JSON Pointer into the input schema; `""` is the whole. */
  path: string;
  /** What it is, why it matters, and how to mend it. */
  message: string;
}

/** Slugs of tools that take no input on purpose: an empty input is no mistake there. Add yours. */
export const INTENTIONALLY_INPUT_LESS = new Set<string>(["getNavConfig", "list_datasets"]);

/** A tool as `checkToolSchema` takes it: a definition, or what a registry keeps. */
export type CheckedTool = Pick<ToolDefinition, "slug" | "inputSchema"> &
  Partial<Pick<ToolDefinition, "description" | "outputSchema" | "outputSchemaZod">>;

/** Keywords of older drafts and of OpenAPI that readers of 2020-12 pass over. */
const PASSED_OVER = new Set([
  "nullable",
  "discriminator",
  "xml",
  "example",
  "definitions",
  "dependencies",
  "additionalItems",
]);

/**
 * What models and clients cannot read in a tool's definition, or read worse than they could: for one target, else for
 * OpenAI, Anthropic and MCP. `openai-strict` says in addition what keeps it out of strict mode.
 * @example
 * ```ts
 * for (const { severity, message } of checkToolSchema(tool, "mcp")) console.log(severity, message);
 * ```
 */
export function checkToolSchema(tool: CheckedTool, target?: SchemaTarget): SchemaIssue[] {
  const { slug } = tool;
  const issues: SchemaIssue[] = [];
  const add = (code: SchemaIssue["code"], severity: SchemaIssue["severity"], path: string, message: string) =>
    void issues.push({ code, severity, path, message });
  checkName(slug, target, add);
  if (!tool.description?.trim()) {
    add(
      "missing_description",
      "warning",
      "",
      "It has no description. Models choose tools by it: say when to use it, and when not.",
    );
  }
  // Of the targets MCP alone knows outputs.
  if (!tool.outputSchema && !tool.outputSchemaZod && (target === undefined || target === "mcp")) {
    const message =
      'It has no output schema, so MCP clients get no structured result and nothing checks what it answers. Give it one: outputSchema: z.object({ … }), or { "type": "object", … }.';
    add("missing_output_schema", "warning", "", message);
  }
  let schema: JsonSchema;
  try {
    schema = toJsonSchema(tool.inputSchema, "input");
    JSON.stringify(schema);
  } catch (error) {
    add("unextractable_schema", "error", "", `Its input cannot be written as JSON Schema: ${errorMessage(error)}`);
    return issues;
  }
  if (!isRecord(schema)) {
    const message = `Its input is ${JSON.stringify(schema)}, and has to be a JSON Schema: { "type": "object", "properties": { … } }.`;
    add("unextractable_schema", "error", "", message);
    return issues;
  }
  checkTop(slug, schema, target, add);
  checkParts(schema, "", target, add, new Set());
  if (target === "openai-strict") {
    const { why } = toStrictSchema(toModelSchema(schema));
    if (why !== undefined) add("not_strict", "warning", "", `It cannot be sent in strict mode: ${why}.`);
  }
  return issues;
}

type Add = (code: SchemaIssue["code"], severity: SchemaIssue["severity"], path: string, message: string) => void;

function checkName(slug: string, target: SchemaTarget | undefined, add: Add): void {
  const rule = target === "mcp" ? MCP_NAMES : MODEL_NAMES;
  if (isName(slug, rule)) return;
  const isTooLong = slug.length > rule.longest;
  const what = isTooLong
    ? `Its name has ${slug.length} characters, and ${rule.longest} is the most`
    : `Its name "${slug}" has characters that providers refuse`;
  const how = `A bridge maps it and back, so models see another name: use letters, digits, - and _, such as "${nameStem(slug, rule)}".`;
  add(isTooLong ? "name_too_long" : "name_refused", "error", "", `${what}. ${how}`);
}

function checkTop(slug: string, schema: JsonSchema, target: SchemaTarget | undefined, add: Add): void {
  const unions = ["anyOf", "oneOf", "allOf"].filter((keyword) => Array.isArray(schema[keyword]));
  if (unions.length > 0) {
    const seen =
      target === "mcp"
        ? "MCP clients see a tool without arguments"
        : "providers refuse it, and MCP clients see a tool without arguments";
    const mend =
      "Bridges flatten it for models; to say it best yourself, make one object with an enum that names the action, and check in execute() what each action needs.";
    add("top_level_union", "error", "", `Its input is a union at the top (${unions.join(", ")}): ${seen}. ${mend}`);
    return;
  }
  const { type, properties, $ref } = schema;
  if (type === undefined && $ref !== undefined) {
    const message = `Its input is a reference at the top ("${$ref}"), and MCP clients and providers want "type": "object" there. Write what it refers to in its place.`;
    add("unextractable_schema", "error", "", message);
    return;
  }
  if (type !== "object") {
    const message = `Its input says ${type === undefined ? "no type" : `the type ${JSON.stringify(type)}`} at the top, and has to say "object": arguments have names.`;
    add("unextractable_schema", "error", "", message);
    if (type !== undefined) return;
  }
  if ((!isRecord(properties) || Object.keys(properties).length === 0) && !INTENTIONALLY_INPUT_LESS.has(slug)) {
    if (isOpen(schema.additionalProperties)) return;
    const message = `It takes no input. If that is meant, say so: INTENTIONALLY_INPUT_LESS.add("${slug}"), or --input-less ${slug} on the command line; else give its arguments properties.`;
    add("input_less", "warning", "", message);
  }
}

const isOpen = (more: unknown) => more === true || (isRecord(more) && Object.keys(more).length === 0);

function checkParts(part: unknown, path: string, target: SchemaTarget | undefined, add: Add, seen: Set<unknown>): void {
  if (!isRecord(part) || seen.has(part)) return;
  seen.add(part);
  for (const keyword of Object.keys(part)) {
    if (!PASSED_OVER.has(keyword)) continue;
    add(
      "unsupported_keyword",
      "warning",
      path,
      `${placeInWords(path)} uses "${keyword}", which readers of JSON Schema 2020-12 pass over. Write it in 2020-12.`,
    );
  }
  const { properties, additionalProperties, items } = part as JsonSchema;
  if (isOpen(additionalProperties)) {
    const message = `${placeInWords(path)} is a record of any values (z.record(…, z.any()) or additionalProperties), which strict readers refuse. Name its properties, or give its values a type.`;
    add("open_record", target === "openai-strict" ? "error" : "warning", path, message);
  } else if (isRecord(additionalProperties))
    checkParts(additionalProperties, `${path}/additionalProperties`, target, add, seen);
  for (const [name, property] of Object.entries(isRecord(properties) ? properties : {})) {
    const at = childPointer(`${path}/properties`, name);
    if (!/^[A-Za-z0-9_.-]{1,64}$/.test(name)) {
      const message = `The property "${name}" has a name that Anthropic refuses. Use letters, digits, _, . and -, at most 64.`;
      add("property_name_refused", target === "mcp" || target === "openai" ? "warning" : "error", at, message);
    }
    if (property === true || (isRecord(property) && Object.keys(property).every((keyword) => wordsOnly.has(keyword)))) {
      add("any_value", "warning", at, `${placeInWords(at)} takes any value, so a model has to guess. Give it a type.`);
    } else if (isRecord(property) && !property["description"] && !property["title"] && !saysItself(property)) {
      add("missing_property_description", "warning", at, `${placeInWords(at)} has no description. Say what it is for.`);
    }
    checkParts(property, at, target, add, seen);
  }
  if (isRecord(items)) checkParts(items, `${path}/items`, target, add, seen);
  const lists = { anyOf: part["anyOf"], oneOf: part["oneOf"], allOf: part["allOf"] };
  for (const [keyword, list] of Object.entries(lists)) {
    if (Array.isArray(list))
      list.forEach((each, index) => checkParts(each, `${path}/${keyword}/${index}`, target, add, seen));
  }
  for (const { $ref } of path === "" ? schemasIn(part) : []) {
    if (typeof $ref === "string" && !$ref.startsWith("#")) {
      add(
        "unsupported_keyword",
        "error",
        path,
        `A $ref leads out of the schema ("${$ref}"), where no model can follow. Put what it means into $defs.`,
      );
    }
  }
  const definitions = (part["$defs"] ?? {}) as Record<string, unknown>;
  for (const [name, each] of Object.entries(definitions)) checkParts(each, `${path}/$defs/${name}`, target, add, seen);
}

/** A fixed value needs no words, and what is referred to may have them. */
const saysItself = (property: object) => "$ref" in property || "const" in property;

const wordsOnly = new Set(["title", "description", "default", "examples", "deprecated"]);
