import { ToolError, type JsonSchema, type ToolDefinition } from "@callboard/core";
import type { FunctionDeclaration } from "../functions/functionFile.ts";
import { jsonTypeOf } from "../functions/functionFile.ts";
import { callSql } from "../functions/functionSql.ts";
import { SQL_FAILURES, type SqlDesk } from "../sql/sqlDesk.ts";
import { objectSchema } from "./fields.ts";
import { messages } from "./messages.ts";
import { readerOf } from "./readerOf.ts";
import { SQL } from "./sqlTools.ts";

/** The functions that models may call, each as a tool. */
export const functionTools = (declarations: readonly FunctionDeclaration[], desk: SqlDesk): ToolDefinition[] =>
  declarations.filter(({ asTool }) => asTool).map((declaration) => functionTool(declaration, desk));

function functionTool(declaration: FunctionDeclaration, desk: SqlDesk): ToolDefinition<Record<string, unknown>> {
  const { name, description, args, returns } = declaration;
  const result: JsonSchema = typeof returns === "string" ? jsonTypeOf(returns) : {};
  const properties = args.map(({ name: key, type, description: said }): [string, JsonSchema] => [
    key,
    { ...jsonTypeOf(type), title: wordsOf(key), ...(said !== undefined && { description: said }) },
  ]);
  return {
    slug: name,
    name: wordsOf(name),
    description: description || `The SQL function ${name}.`,
    category: "data",
    origin: "platform",
    icon: "function-square",
    group: SQL,
    messages,
    phrases: Object.values(SQL_FAILURES),
    timeLimit: 180_000,
    available: ({ tenantId }) => !!tenantId,
    execution: declaration,
    inputSchema: objectSchema(
      Object.fromEntries(properties),
      args.map(({ name: key }) => key),
    ),
    outputSchema: {
      type: "object",
      properties: {
        result: {
          ...result,
          type: [String(result.type), ...(isNumber(result) ? ["string"] : []), "null"],
          title: "Result",
        },
      },
      required: ["result"],
    },
    viewSpec: {
      blocks: [
        {
          type: "summary",
          label: "Result",
          config: {
            fields: [{ key: "result", label: "Result", format: isNumber(result) ? "number" : "plain" }],
          },
        },
      ],
    },
    async execute(input, context) {
      const { rows } = await desk.run(readerOf(context), sqlOf(declaration, input));
      return { result: valueOf(rows[0]?.["result"], isNumber(result)) };
    },
  };
}

function sqlOf(declaration: FunctionDeclaration, input: Record<string, unknown>): string {
  try {
    return callSql(declaration, input);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new ToolError({ template: SQL_FAILURES.refused, values: { problem } });
  }
}

const isNumber = ({ type }: JsonSchema) => type === "number" || type === "integer";

/** SQL has large and exact numbers as texts: those that a number of JavaScript would change stay texts. */
function valueOf(value: unknown, isNumeric: boolean): unknown {
  if (!isNumeric || typeof value !== "string") return value ?? null;
  const number = Number(value);
  const digits = value.replace(/e.*$/i, "").replace(/\D/g, "").replace(/^0+/, "");
  return Number.isFinite(number) && digits.length <= EXACT_DIGITS ? number : value;
}

/** As many as every number of JavaScript keeps. */
const EXACT_DIGITS = 15;

const wordsOf = (name: string) =>
  name
    .split("_")
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
