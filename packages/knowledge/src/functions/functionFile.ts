import { isRecord } from "@callboard/core/host";

/**
 * Types that arguments and results have, by the names that a file says them with, and what SQL and JSON have for them.
 */
const TYPES = {
  int16: { sql: "smallint", json: { type: "integer" } },
  int32: { sql: "integer", json: { type: "integer" } },
  int64: { sql: "bigint", json: { type: "integer" } },
  float32: { sql: "real", json: { type: "number" } },
  float64: { sql: "double precision", json: { type: "number" } },
  decimal: { sql: "numeric", json: { type: "number" } },
  utf8: { sql: "text", json: { type: "string" } },
  boolean: { sql: "boolean", json: { type: "boolean" } },
  date: { sql: "date", json: { type: "string", format: "date" } },
  timestamp: { sql: "timestamptz", json: { type: "string", format: "date-time" } },
} as const;

const ALSO: Readonly<Record<string, keyof typeof TYPES>> = { string: "utf8", text: "utf8", bool: "boolean" };

export type FunctionType = keyof typeof TYPES;
export type Volatility = "immutable" | "stable" | "volatile";

export interface FunctionField {
  name: string;
  type: FunctionType;
  description?: string;
}

/** A function as a file declares it: in SQL, and for models unless it says otherwise. */
export interface FunctionDeclaration {
  name: string;
  description: string;
  volatility: Volatility;
  args: readonly FunctionField[];
  /** A type, or the columns of a table: such a function stays in SQL. */
  returns: FunctionType | readonly FunctionField[];
  body: string;
  asTool: boolean;
}

/** What is wrong with a declaration, and where it stands. */
export interface FunctionProblem {
  name: string;
  problem: string;
}

export interface FunctionFile {
  enabled: boolean;
  functions: FunctionDeclaration[];
  problems: FunctionProblem[];
}

const NAME = /^[a-z][a-z0-9_]{0,50}$/;
const MOST_FUNCTIONS = 500;
const LONGEST_BODY = 20_000;
const VOLATILITIES: readonly string[] = ["immutable", "stable", "volatile"];
/** What models call to find tools; a function for SQL alone may have such a name. */
const RESERVED: ReadonlySet<string> = new Set(["tool_search", "tool_invoke"]);

export const sqlTypeOf = (type: FunctionType): string => TYPES[type].sql;
export const jsonTypeOf = (type: FunctionType): { type: string; format?: string } => TYPES[type].json;

/**
 * Reads declarations; each that is wrong is named with why, and takes none of the others down. @throws for what is no
 * file of functions.
 */
export async function readFunctionFile(text: string): Promise<FunctionFile> {
  const { load } = await import("js-yaml");
  // JSON is YAML too.
  const file: unknown = load(text);
  if (!isRecord(file)) throw new Error("A file of functions is an object with a list, `functions`.");
  const { runtime, functions: declared = [] } = file;
  const runtimeFunctions = isRecord(runtime) ? runtime["functions"] : undefined;
  const enabled = !isRecord(runtimeFunctions) || runtimeFunctions["enabled"] !== false;
  if (!Array.isArray(declared)) throw new Error("`functions` is a list.");
  if (declared.length > MOST_FUNCTIONS) throw new Error(`A file declares up to ${MOST_FUNCTIONS} functions.`);
  const functions: FunctionDeclaration[] = [];
  const problems: FunctionProblem[] = [];
  for (const [at, each] of declared.entries()) {
    const name = isRecord(each) && typeof each["name"] === "string" ? each["name"] : `functions[${at}]`;
    try {
      const made = declarationOf(each);
      if (functions.some((other) => other.name === made.name)) throw new Error("There is another one of this name.");
      functions.push(made);
    } catch (error) {
      problems.push({ name, problem: error instanceof Error ? error.message : String(error) });
    }
  }
  return { enabled, functions, problems };
}

function declarationOf(said: unknown): FunctionDeclaration {
  if (!isRecord(said)) throw new Error("It is no object.");
  const { name, from = "sql", description = "", volatility = "volatile", signature, body } = said;
  if (typeof name !== "string" || !NAME.test(name))
    throw new Error("Its name has up to 51 lower-case letters, digits and underscores, and begins with a letter.");
  if (from !== "sql") throw new Error("`from` is sql: functions of other languages are not run.");
  if (typeof description !== "string") throw new Error("`description` is a text.");
  if (!isVolatility(volatility)) throw new Error(`\`volatility\` is one of ${VOLATILITIES.join(", ")}.`);
  if (!isRecord(signature)) throw new Error("`signature` has `args` and `returns`.");
  if (typeof body !== "string" || body.trim() === "") throw new Error("`body` is SQL.");
  if (body.length > LONGEST_BODY) throw new Error(`\`body\` has up to ${LONGEST_BODY} characters.`);
  if (body.includes("\0")) throw new Error("`body` holds a zero character.");
  const asTool = said["as_tool"] ?? said["asTool"] ?? true;
  if (typeof asTool !== "boolean") throw new Error("`as_tool` is true or false.");
  const returns = returnsOf(signature["returns"]);
  if (typeof returns !== "string" && !/^\s*(?:select|with|values)\b/i.test(body))
    throw new Error("The `body` of a function that returns a table is a SELECT.");
  const isForModels = asTool && typeof returns === "string";
  if (isForModels && RESERVED.has(name))
    throw new Error(`"${name}" is what models find tools by. Rename it, or set as_tool to false.`);
  return {
    name,
    description: description.trim(),
    volatility,
    args: fieldsOf(signature["args"] ?? [], "args"),
    returns,
    body: body.trim(),
    asTool: isForModels,
  };
}

const isVolatility = (value: unknown): value is Volatility => typeof value === "string" && VOLATILITIES.includes(value);

function returnsOf(said: unknown): FunctionDeclaration["returns"] {
  if (!isRecord(said)) return typeOf(said, "returns");
  const columns = fieldsOf(said["table"], "returns.table");
  if (columns.length === 0) throw new Error("`returns.table` names at least one column.");
  return columns;
}

function fieldsOf(said: unknown, where: string): FunctionField[] {
  if (!Array.isArray(said)) throw new Error(`\`${where}\` is a list.`);
  const fields = said.map((each: unknown) => {
    if (!isRecord(each) || typeof each["name"] !== "string" || !NAME.test(each["name"]))
      throw new Error(`Each of \`${where}\` has a name of lower-case letters, digits and underscores.`);
    const { name, description } = each;
    return {
      name,
      type: typeOf(each["type"], name),
      ...(typeof description === "string" && { description }),
    };
  });
  const twice = fields.find(({ name }, at) => fields.findIndex((other) => other.name === name) !== at);
  if (twice) throw new Error(`\`${where}\` has "${twice.name}" twice.`);
  return fields;
}

function typeOf(said: unknown, where: string): FunctionType {
  const type = typeof said === "string" ? (ALSO[said] ?? said) : "";
  if (isType(type)) return type;
  throw new Error(`The type of \`${where}\` is one of ${Object.keys(TYPES).join(", ")}.`);
}

const isType = (type: string): type is FunctionType => Object.hasOwn(TYPES, type);
