import { ToolError, type CallContext, type ToolDefinition } from "@callboard/core";
import type { Dataset, Datasets } from "../sql/datasets.ts";
import { SQL_FAILURES, type SqlDesk } from "../sql/sqlDesk.ts";
import type { Reader } from "../corpus/corpus.ts";
import { limitField, objectSchema, tableView } from "./fields.ts";
import { messages } from "./messages.ts";
import { hasKnowledge, readerOf } from "./readerOf.ts";

/** The pack of the tools of tables. */
export const SQL = { name: "sql" } as const;

export const sqlPhrases = Object.values(SQL_FAILURES);

const shared = {
  category: "data",
  origin: "platform",
  group: SQL,
  available: hasKnowledge,
  messages,
  phrases: sqlPhrases,
} as const;

const CUT = "The result was cut: there are more rows, or they are larger than fit. Aggregate, or filter.";

const columnsSchema = {
  type: "array",
  title: "Columns",
  items: {
    type: "object",
    properties: { name: { type: "string", title: "Column" }, type: { type: "string", title: "Type" } },
    required: ["name", "type"],
  },
};

/** What a query answers, and how it is shown. */
export const SQL_OUTPUT: Pick<ToolDefinition, "outputSchema" | "viewSpec"> = {
  outputSchema: {
    type: "object",
    properties: {
      sql: { type: "string", title: "SQL" },
      rows: { type: "array", items: { type: "object" }, title: "Rows" },
      columns: columnsSchema,
      row_count: { type: "integer", title: "Rows" },
      is_cut: { type: "boolean", title: "Cut" },
      note: { type: "string", title: "Note", "x-phrases": [CUT] },
    },
    required: ["sql", "rows", "columns", "row_count", "is_cut"],
  },
  viewSpec: {
    blocks: [
      { type: "callout", key: "note", config: { tone: "warning" } },
      { type: "table", key: "rows", label: "Rows" },
      { type: "text", key: "sql", label: "SQL" },
    ],
  },
};

/** Runs a query for whoever calls. */
export async function runSql(desk: SqlDesk, query: string, context: CallContext) {
  const { rows, columns, isCut } = await desk.run(readerOf(context), query);
  return { sql: query, rows, columns, row_count: rows.length, is_cut: isCut, ...(isCut && { note: CUT }) };
}

/** Tools over the tables of documents, in SQL that cannot hurt. */
export function sqlTools(datasets: Datasets, desk: SqlDesk): ToolDefinition[] {
  const find = async (reader: Reader, name: string): Promise<Dataset> => {
    const dataset = (await datasets.list(reader)).find((each) => each.name === name.trim().toLowerCase());
    if (dataset) return dataset;
    throw new ToolError({ template: SQL_FAILURES.none, values: { name: name.slice(0, 100) } }, { path: "/dataset" });
  };
  const datasetField = {
    type: "string",
    minLength: 1,
    maxLength: 200,
    title: "Dataset",
    description: "As list_datasets names it.",
  };

  const sql: ToolDefinition<{ query: string }> = {
    ...shared,
    slug: "sql",
    name: "Run SQL",
    userDescription: "Runs a query over the tables in your documents.",
    description:
      "Runs one SELECT, in PostgreSQL's dialect, over the datasets that list_datasets names. Nothing can be changed. Up to 1,000 rows come back and a query may take 10 s; " +
      "`is_cut` says that there are more. Look at table_schema before you write one. `select * from list_udfs()` lists the functions of your own.",
    icon: "database",
    timeLimit: 180_000,
    inputSchema: objectSchema({ query: { type: "string", minLength: 1, maxLength: 20_000, title: "SQL" } }, ["query"]),
    ...SQL_OUTPUT,
    summary: ({ query }) => (query.length > 80 ? `${query.slice(0, 79)}…` : query),
    execute: ({ query }, context) => runSql(desk, query, context),
  };

  const listDatasets: ToolDefinition<object> = {
    ...shared,
    slug: "list_datasets",
    name: "List Datasets",
    userDescription: "Lists the tables in your documents.",
    description: "Lists the tables that documents hold, by the names that sql has for them.",
    icon: "table",
    inputSchema: objectSchema({}),
    outputSchema: {
      type: "object",
      properties: {
        datasets: {
          type: "array",
          title: "Datasets",
          items: {
            type: "object",
            properties: {
              name: { type: "string", title: "Dataset" },
              rows: { type: "integer", title: "Rows" },
              columns: { type: "array", items: { type: "string" }, title: "Columns" },
              path: { type: "string", title: "Path" },
              document_id: { type: "string", title: "Document id" },
            },
            required: ["name", "rows", "columns", "path", "document_id"],
          },
        },
      },
      required: ["datasets"],
    },
    viewSpec: tableView("datasets", "Datasets", [
      ["name", "Dataset", "plain"],
      ["rows", "Rows", "number"],
      ["columns", "Columns", "plain"],
      ["path", "Path", "plain"],
    ]),
    async execute(_input, context) {
      const listed = await datasets.list(readerOf(context));
      return {
        datasets: listed.map(({ name, rows, columns, path, documentId }) => ({
          name,
          rows,
          columns,
          path,
          document_id: documentId,
        })),
      };
    },
  };

  const tableSchema: ToolDefinition<{ dataset: string }> = {
    ...shared,
    slug: "table_schema",
    name: "Table Schema",
    userDescription: "Shows the columns of a table.",
    description: "Shows the columns of a dataset with their types, as sql has them.",
    icon: "columns-3",
    inputSchema: objectSchema({ dataset: datasetField }, ["dataset"]),
    outputSchema: {
      type: "object",
      properties: {
        dataset: { type: "string", title: "Dataset" },
        columns: columnsSchema,
        rows: { type: "integer", title: "Rows" },
      },
      required: ["dataset", "columns", "rows"],
    },
    viewSpec: tableView("columns", "Columns", [
      ["name", "Column", "plain"],
      ["type", "Type", "badge"],
    ]),
    summary: ({ dataset }) => dataset,
    async execute({ dataset }, context) {
      const reader = readerOf(context);
      const found = await find(reader, dataset);
      const { columns } = await datasets.load(reader, found);
      return { dataset: found.name, columns, rows: found.rows };
    },
  };

  const randomSample: ToolDefinition<{ dataset: string; limit: number }> = {
    ...shared,
    slug: "random_sample",
    name: "Random Sample",
    userDescription: "Shows some rows of a table, taken at random.",
    description: "Shows some rows of a dataset, taken at random, so that you see what its columns hold.",
    icon: "dices",
    inputSchema: objectSchema({ dataset: datasetField, limit: limitField(100, 10, "Rows") }, ["dataset"]),
    outputSchema: {
      type: "object",
      properties: {
        dataset: { type: "string", title: "Dataset" },
        rows: { type: "array", items: { type: "object" }, title: "Rows" },
      },
      required: ["dataset", "rows"],
    },
    viewSpec: { blocks: [{ type: "table", key: "rows", label: "Rows" }] },
    summary: ({ dataset }) => dataset,
    async execute({ dataset, limit = 10 }, context) {
      const reader = readerOf(context);
      const found = await find(reader, dataset);
      const { rows } = await desk.run(reader, `select * from "${found.name}" order by random() limit ${limit}`);
      return { dataset: found.name, rows };
    },
  };

  return [sql, listDatasets, tableSchema, randomSample];
}
