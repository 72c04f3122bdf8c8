import type { JsonSchema } from "@callboard/core";
import { UsageError } from "./command.ts";
import { NoJson, placeOf, readJsonText, type JsonText } from "./jsonText.ts";
import type { Loaded } from "./loaded.ts";

/**
 * The definitions of a JSON text as `tools/list` and function-calling APIs write them: one value, or one a line.
 * @throws UsageError when it is JSON, and holds no definitions.
 */
export function readDefinitions(text: string, file: string): Loaded[] {
  // Editors of Windows begin a file with a mark that JSON does not have.
  const whole = text.replace(/^\uFEFF/, "");
  if (!file.endsWith(".jsonl")) return readPart(whole, file, 0);
  return whole.split("\n").flatMap((line, index) => (line.trim() === "" ? [] : readPart(line, file, index)));
}

function readPart(text: string, file: string, linesBefore: number): Loaded[] {
  const placeAt = (offset: number) => {
    const { line, column } = placeOf(text, offset);
    return { line: line + linesBefore, column };
  };
  let read: JsonText;
  try {
    read = readJsonText(text);
  } catch (error) {
    if (!(error instanceof NoJson)) throw error;
    return [{ name: file, file, placeOf: () => placeAt(error.offset), problem: error.message }];
  }
  const found = definitionsIn(read.value, []);
  if (!found) throw new UsageError(`${file} holds no tools. ${WANTED} ${whatItIs(read.value)}`);
  return found.map(({ value, path }) => fromDefinition(value, path, file, (at) => placeAt(read.offsetOf(at))));
}

const WANTED =
  'A file of tools is a list of definitions, an object with a list of "tools" (what tools/list answers, or a request to a model), or one definition.';

function whatItIs(value: unknown): string {
  if (Array.isArray(value)) return "This one is an empty list.";
  if (typeof value !== "object" || value === null) return `This one is ${JSON.stringify(value)}.`;
  const names = Object.keys(value).slice(0, 5);
  return names.length === 0 ? "This one is {}." : `This one has ${names.map((name) => `"${name}"`).join(", ")}.`;
}

type Path = readonly (string | number)[];

interface Found {
  value: unknown;
  path: Path;
}

const LISTS = ["tools", "functions", "functionDeclarations", "function_declarations"];

/** The definitions of a value and where they stand; undefined where it holds none. */
function definitionsIn(value: unknown, path: Path): Found[] | undefined {
  if (Array.isArray(value)) {
    if (value.length === 0) return undefined;
    return value.flatMap(
      (each, index) => nestedIn(each, [...path, index]) ?? [{ value: each, path: [...path, index] }],
    );
  }
  const nested = nestedIn(value, path);
  if (nested) return nested;
  const { result, name, function: inner, type } = (value ?? {}) as Record<string, unknown>;
  if (typeof result === "object" && result !== null) return nestedIn(result, [...path, "result"]);
  return name === undefined && inner === undefined && type !== "function" ? undefined : [{ value, path }];
}

/** The lists in an object: of a request to a model, or of an answer. */
function nestedIn(value: unknown, path: Path): Found[] | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  for (const name of LISTS) {
    const list = (value as Record<string, unknown>)[name];
    if (Array.isArray(list)) return definitionsIn(list, [...path, name]) ?? [];
  }
  return undefined;
}

/** A definition from elsewhere, whose name may be one that a registry refuses. */
function fromDefinition(
  value: unknown,
  path: Path,
  file: string,
  placeAt: (path: Path) => { line: number; column: number },
): Loaded {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  const outer = (isObject ? value : {}) as Record<string, unknown>;
  const isNested = typeof outer["function"] === "object" && outer["function"] !== null;
  const definition = { ...outer, ...(isNested && (outer["function"] as object)) } as Record<string, unknown>;
  const inside: Path = isNested ? [...path, "function"] : path;
  const { name, description = "", type, strict, outputSchema } = definition;
  const schemaKey = ["parameters", "inputSchema", "input_schema", "parametersJsonSchema"].find(
    (key) => key in definition,
  );
  const here = { file, placeOf: () => placeAt(path) };
  if (!isObject) return { ...here, name: "no tool", problem: `${JSON.stringify(value)} is no definition of a tool.` };
  if (schemaKey === undefined && typeof type === "string" && type !== "function") {
    return { ...here, name: typeof name === "string" ? name : type, isProviders: true };
  }
  if (typeof name !== "string" || name === "") {
    return { ...here, name: "a tool without a name", problem: "It has no name, by which models call it. Give it one." };
  }
  const isOpenAi = isNested || type === "function" || schemaKey === "parameters";
  // OpenAI alone lets a function without arguments leave its parameters out.
  if (schemaKey === undefined && !isOpenAi) {
    const problem =
      'It has no schema of its input, which MCP and Anthropic want of each tool. Where it takes none: "inputSchema": { "type": "object", "properties": {} }.';
    return { ...here, name, problem };
  }
  const inputSchema = (schemaKey === undefined ? { type: "object" } : definition[schemaKey]) as JsonSchema;
  return {
    name,
    file,
    placeOf: (segments) =>
      placeAt(segments.length > 0 && schemaKey !== undefined ? [...inside, schemaKey, ...segments] : path),
    target: isOpenAi ? "openai" : schemaKey === "input_schema" ? "anthropic" : undefined,
    ...(strict === true && isOpenAi && { strict }),
    tool: {
      slug: name,
      description: String(description),
      inputSchema,
      ...(typeof outputSchema === "object" && outputSchema !== null && { outputSchema: outputSchema as JsonSchema }),
    },
  };
}
