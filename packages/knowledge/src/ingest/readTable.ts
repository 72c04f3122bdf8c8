import type { Block, ReadDocument, TableOfDocument } from "../layout/document.ts";
import { takeNames } from "../layout/freeName.ts";
import { checkZip } from "./checkZip.ts";
import { sayProblem, UnreadableDocument } from "./unreadableDocument.ts";

/** Rows and cells beyond these are left out, and the note says so. */
const MOST_ROWS = 100_000;
const MOST_COLUMNS = 500;
const LONGEST_CELL = 10_000;
/** So many rows of a table are text that is searched; all that are kept can be asked by SQL. */
const ROWS_AS_TEXT = 2_000;
const ROWS_A_BLOCK = 20;

type Cell = string | number | boolean | null;

/** A CSV file: a table with the names of its columns in the first row. */
export async function readCsv(text: string, name: string): Promise<ReadDocument> {
  const { default: Papa } = await import("papaparse");
  const { data, errors } = Papa.parse<string[]>(text, { skipEmptyLines: "greedy", preview: MOST_ROWS + 2 });
  const fatal = errors.find(({ type }) => type === "Quotes");
  if (fatal) throw new UnreadableDocument("open_quote", { row: (fatal.row ?? 0) + 1 });
  return tablesAsDocument([
    tableOf(
      name,
      data.map((row) => row.map(valueOf)),
    ),
  ]);
}

/** A workbook of Excel: a table a sheet. */
export async function readXlsx(bytes: Uint8Array): Promise<ReadDocument> {
  checkZip(bytes);
  const { default: readSheets } = await import("read-excel-file/node");
  const sheets = await readSheets(Buffer.from(bytes));
  return tablesAsDocument(
    sheets.map(({ sheet, data }) =>
      tableOf(
        sheet,
        data.slice(0, MOST_ROWS + 2).map((row) => row.map(plainCell)),
      ),
    ),
  );
}

const plainCell = (cell: unknown): Cell => {
  if (cell instanceof Date) return cell.toISOString().replace(/T00:00:00\.000Z$/, "");
  if (typeof cell === "number" || typeof cell === "boolean") return cell;
  return cell === null || cell === undefined ? null : cut(String(cell));
};

/** A number is one only where nothing of it is lost: 007 and long digits stay text. */
function valueOf(text: string): Cell {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  if (/^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/.test(trimmed)) return Number(trimmed);
  return cut(trimmed);
}

const cut = (text: string) => (text.length > LONGEST_CELL ? `${text.slice(0, LONGEST_CELL)}…` : text);

interface CutTable extends TableOfDocument {
  isCut: boolean;
}

function tableOf(name: string, rows: readonly (readonly Cell[])[]): CutTable {
  const [head = [], ...body] = rows;
  const width = Math.min(MOST_COLUMNS, Math.max(head.length, ...body.slice(0, 1_000).map((row) => row.length)));
  const columns = takeNames(
    Array.from({ length: width }, (_, at) => String(head[at] ?? "").trim() || `column_${at + 1}`),
  );
  const kept = body.slice(0, MOST_ROWS).map((row) => columns.map((_, at) => row[at] ?? null));
  const isCut = body.length > MOST_ROWS || head.length > MOST_COLUMNS;
  return { name, columns, rows: kept, isCut };
}

function tablesAsDocument(tables: readonly CutTable[]): ReadDocument {
  const filled = tables.filter(({ columns }) => columns.length > 0);
  if (filled.length === 0) throw new UnreadableDocument("no_rows");
  const cutTables = filled.filter(({ isCut }) => isCut).map(({ name }) => name);
  return {
    title: undefined,
    blocks: filled.flatMap(blocksOf),
    tables: filled.map(({ name, columns, rows }) => ({ name, columns, rows })),
    ...(cutTables.length > 0 && {
      note: sayProblem("tables_cut", { tables: cutTables.join(", "), rows: MOST_ROWS, columns: MOST_COLUMNS }),
    }),
  };
}

/** The rows as Markdown tables of some rows each, every one with the names of the columns. */
function blocksOf({ name, columns, rows }: TableOfDocument): Block[] {
  const line = (cells: readonly unknown[]) =>
    `| ${cells
      .map((cell) =>
        String(cell ?? "")
          .replace(/\|/g, "\\|")
          .replace(/\s+/g, " "),
      )
      .join(" | ")} |\n`;
  const head = line(columns) + line(columns.map(() => "---"));
  const blocks: Block[] = [{ text: `# ${name}\n\n`, heading: { depth: 1, title: name } }];
  for (let from = 0; from < Math.min(rows.length, ROWS_AS_TEXT); from += ROWS_A_BLOCK)
    blocks.push({
      text: `${head}${rows
        .slice(from, from + ROWS_A_BLOCK)
        .map(line)
        .join("")}\n`,
    });
  return blocks;
}
