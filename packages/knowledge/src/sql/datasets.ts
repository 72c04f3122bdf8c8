import type { Database } from "@callboard/server";
import type { Reader } from "../corpus/corpus.ts";
import { takeName, takeNames, type TakenNames } from "../layout/freeName.ts";
import type { SandboxTable } from "./sandbox.ts";

/** The table of what is known of a reader's documents: it is there in SQL, and no dataset has its name. */
export const DOCUMENTS_METADATA = "documents_metadata";
const MOST_DOCUMENTS = 100_000;

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

/** The tables of a reader's documents that are whole: over a part of the rows a sum would be wrong. */
export interface Datasets {
  list(reader: Reader): Promise<Dataset[]>;
  /** Its rows, with the types that all of its values have. */
  load(reader: Reader, dataset: Dataset): Promise<SandboxTable>;
  /** A row a document. */
  metadata(reader: Reader): Promise<SandboxTable>;
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
           join callboard.corpus_documents d on d.tenant_id = t.tenant_id and d.path_part_id = t.document_id
             and d.state = 'whole'
           join callboard.corpus_sources s on s.tenant_id = p.tenant_id and s.source_id = p.source_id
             and ($1::text is null or s.space_id is null or s.space_id = $1)
           order by p.path collate "C", t.position, t.table_id`,
          [spaceId],
        ),
      );
      const taken: TakenNames = new Map();
      takeName(DOCUMENTS_METADATA, taken);
      return rows.map(({ document, columns, ...row }) => {
        const base = nameOf(document.replace(/\.[^.]+$/, ""));
        const sheet = nameOf(row.title);
        const whole = sheet === base ? base : `${base}_${sheet}`;
        return { ...row, columns: columnsOf(columns), name: takeName(whole, taken) };
      });
    },
    async load({ tenantId }, { id, name }) {
      const [table, stored] = await database.asTenant(tenantId, async (tx) => {
        const [found] = await tx.query<{ columns: string }>(
          `select t.columns from callboard.corpus_tables t
           join callboard.corpus_documents d on d.tenant_id = t.tenant_id and d.path_part_id = t.document_id
             and d.state = 'whole'
           where t.table_id = $1::uuid`,
          [id],
        );
        const data = await tx.query<{ data: string }>(
          "select data::text as data from callboard.corpus_rows where table_id = $1::uuid order by position",
          [id],
        );
        return [found, data] as const;
      });
      if (!table)
        throw new Error(
          `The dataset ${name} was not loaded: its document is gone or being read. List datasets, and ask again.`,
        );
      const said = JSON.parse(table.columns) as string[];
      const columns = takeNames(said);
      const isSaid = columns.every((column, at) => column === said[at]);
      const rows = stored.map(({ data }) => {
        const row = JSON.parse(data) as Record<string, unknown>;
        return isSaid ? row : Object.fromEntries(columns.map((column, at) => [column, row[said[at] ?? ""]]));
      });
      return { name, columns: columns.map((column) => ({ name: column, type: typeOf(rows, column) })), rows };
    },
    async metadata({ tenantId, spaceId }) {
      const rows = await database.asTenant(tenantId, (tx) =>
        tx.query<Record<string, unknown>>(
          `select s.name as source, p.path, d.title, d.media_type, d.language, d.bytes, p.characters,
             (select count(*)::int from callboard.corpus_parts h where h.tenant_id = p.tenant_id
               and h.document_id = p.path_part_id and h.kind = 'SECTION') as sections,
             to_char(to_timestamp(d.modified_at / 1000.0) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as modified_at,
             d.state, d.problem, p.path_part_id::text as path_part_id
           from callboard.corpus_documents d
           join callboard.corpus_parts p on p.tenant_id = d.tenant_id and p.path_part_id = d.path_part_id
           join callboard.corpus_sources s on s.tenant_id = p.tenant_id and s.source_id = p.source_id
             and ($1::text is null or s.space_id is null or s.space_id = $1)
           order by s.name, p.path limit $2::int`,
          [spaceId, MOST_DOCUMENTS],
        ),
      );
      return { name: DOCUMENTS_METADATA, columns: METADATA_COLUMNS, rows };
    },
  };
}

const METADATA_COLUMNS: SandboxTable["columns"] = [
  ...["source", "path", "title", "media_type", "language"].map((name) => ({ name, type: "text" as const })),
  ...["bytes", "characters", "sections"].map((name) => ({ name, type: "bigint" as const })),
  ...["modified_at", "state", "problem", "path_part_id"].map((name) => ({ name, type: "text" as const })),
];

/** As SQL has them, also where a table was brought in with longer names. */
const columnsOf = (stored: string) => takeNames(JSON.parse(stored) as string[]);

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
