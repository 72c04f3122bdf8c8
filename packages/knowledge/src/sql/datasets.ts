import type { Database } from "@callboard/server";
import type { Reader } from "../corpus/corpus.ts";
import type { SandboxTable } from "./sandbox.ts";

/** A table that a document holds, by the name that SQL has for it. */
export interface Dataset {
  id: string;
  name: string;
  title: string;
  path: string;
  documentId: string;
  columns: string[];
  rows: number;
}

/** The tables of a reader's documents. */
export interface Datasets {
  list(reader: Reader): Promise<Dataset[]>;
  /** Its rows, with the types that all of its values have. */
  load(reader: Reader, dataset: Dataset): Promise<SandboxTable>;
}

export function createDatasets(database: Pick<Database, "asTenant">): Datasets {
  return {
    async list({ tenantId, spaceId }) {
      const rows = await database.asTenant(tenantId, (tx) =>
        tx.query<Omit<Dataset, "columns"> & { columns: string; document: string }>(
          `select t.table_id as id, t.name as title, t.columns, t.rows, p.path, p.path_part_id as "documentId", p.name as document,
             '' as name
           from callboard.corpus_tables t
           join callboard.corpus_parts p on p.tenant_id = t.tenant_id and p.path_part_id = t.document_id
           join callboard.corpus_sources s on s.tenant_id = p.tenant_id and s.source_id = p.source_id
             and ($1::text is null or s.space_id is null or s.space_id = $1)
           order by p.path collate "C", t.position, t.table_id`,
          [spaceId],
        ),
      );
      const seen = new Map<string, number>();
      return rows.map(({ document, columns, ...row }) => {
        const base = nameOf(document.replace(/\.[^.]+$/, ""));
        const sheet = nameOf(row.title);
        const whole = sheet === base ? base : `${base}_${sheet}`;
        const count = (seen.get(whole) ?? 0) + 1;
        seen.set(whole, count);
        return { ...row, columns: JSON.parse(columns) as string[], name: count === 1 ? whole : `${whole}_${count}` };
      });
    },
    async load({ tenantId }, { id, name, columns }) {
      const stored = await database.asTenant(tenantId, (tx) =>
        tx.query<{ data: string }>(
          "select data::text as data from callboard.corpus_rows where table_id = $1::uuid order by position",
          [id],
        ),
      );
      const rows = stored.map(({ data }) => JSON.parse(data) as Record<string, unknown>);
      return { name, columns: columns.map((column) => ({ name: column, type: typeOf(rows, column) })), rows };
    },
  };
}

/** A name that SQL takes without quotes. */
const nameOf = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .replace(/^(?=\d)/, "t_")
    .slice(0, 50) || "table";

function typeOf(rows: readonly Record<string, unknown>[], column: string): SandboxTable["columns"][number]["type"] {
  const values = rows.map((row) => row[column]).filter((value) => value !== null && value !== undefined);
  if (values.length === 0) return "text";
  if (values.every((value) => typeof value === "number"))
    return values.every(Number.isSafeInteger) ? "bigint" : "double precision";
  return values.every((value) => typeof value === "boolean") ? "boolean" : "text";
}
