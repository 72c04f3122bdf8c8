import { sqlTypeOf, type FunctionDeclaration, type FunctionField } from "./functionFile.ts";

const identifier = (name: string) => `"${name}"`;
const fieldsSql = (fields: readonly FunctionField[]) =>
  fields.map(({ name, type }) => `${identifier(name)} ${sqlTypeOf(type)}`).join(", ");

/** A quote that does not occur in what it is around. */
function quoted(text: string): string {
  let tag = "body";
  while (text.includes(`$${tag}$`)) tag += "_";
  return `$${tag}$${text}$${tag}$`;
}

/** The statement that makes a function in a sandbox. */
export function functionSql({ name, args, returns, volatility, body }: FunctionDeclaration): string {
  const result = typeof returns === "string" ? sqlTypeOf(returns) : `table (${fieldsSql(returns)})`;
  return `create or replace function public.${identifier(name)}(${fieldsSql(args)}) returns ${result}
    language sql ${volatility} as ${quoted(bodySql({ returns, body }))}`;
}

/** A function's body as one query: an expression is one of a single value. */
export const bodySql = ({ returns, body }: Pick<FunctionDeclaration, "returns" | "body">): string => {
  const query = body.replace(/[;\s]+$/, "");
  return typeof returns === "string" && !/^\s*(?:select|with)\b/i.test(query) ? `select (\n${query}\n)` : query;
};

/** A text as SQL writes it. */
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** One call of a function with these values. @throws for a text that no database takes. */
export function callSql({ name, args }: FunctionDeclaration, input: Readonly<Record<string, unknown>>): string {
  const values = args.map((arg) => {
    const value = input[arg.name];
    if (value === null || value === undefined) return `null::${sqlTypeOf(arg.type)}`;
    const text = String(value);
    if (text.includes("\0")) throw new Error(`${arg.name} holds a zero character.`);
    return `${literal(text)}::${sqlTypeOf(arg.type)}`;
  });
  return `select public.${identifier(name)}(${values.join(", ")}) as result`;
}

/** What `list_udfs()` lists. */
export interface ListedFunction {
  name: string;
  source: "user";
  kind: "scalar" | "table";
  signature: string;
  returns: string;
  volatility: string;
  description: string;
  as_tool: boolean;
}

export function listedFunction(declaration: FunctionDeclaration): ListedFunction {
  const { name, args, returns, volatility, description, asTool } = declaration;
  const signature = args.map((arg) => `${arg.name} ${arg.type}`).join(", ");
  const isScalar = typeof returns === "string";
  return {
    name,
    source: "user",
    kind: isScalar ? "scalar" : "table",
    signature: `${name}(${signature})`,
    returns: isScalar ? returns : `table(${returns.map((column) => `${column.name} ${column.type}`).join(", ")})`,
    volatility,
    description,
    as_tool: asTool,
  };
}

const LISTED = `name text, source text, kind text, signature text, "returns" text, volatility text, description text, as_tool boolean`;

/** The statement that makes `list_udfs()`. */
export const listUdfsSql = (listed: readonly ListedFunction[]): string =>
  `create or replace function public.list_udfs() returns table (${LISTED}) language sql stable as ${quoted(
    `select * from json_to_recordset(${literal(JSON.stringify(listed))}::json) as listed (${LISTED})`,
  )}`;
