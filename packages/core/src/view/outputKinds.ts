import type { Block, Column, TableBlock } from "./block.ts";
import { inferChart } from "./chartBlock.ts";
import { readMcpResult, textsOf } from "./mcpContent.ts";
import { parseJsonText } from "./outputText.ts";
import { toTableBlock } from "./tableBlock.ts";

/** How a reader wants an output: in its blocks, its data as tables or as charts, as a tree, or as it came. */
export type OutputKind = "blocks" | "table" | "chart" | "tree" | "raw";

const mostCharted = 20_000;

/**
 * The kinds that fit an output, of which `blocks` are its own; only `raw` is always among them, unless the blocks are
 * the raw text already.
 */
export function outputKinds(output: unknown, blocks: readonly Block[]): OutputKind[] {
  const kinds: OutputKind[] = ["blocks"];
  if (blocks.some((block) => asTable(block) !== block)) kinds.push("table");
  if (blocks.some((block) => asChart(block) !== block)) kinds.push("chart");
  const [only] = blocks.length === 1 ? blocks : [];
  const data = dataOf(output);
  if (typeof data === "object" && data !== null && only?.type !== "json" && only?.type !== "empty") kinds.push("tree");
  const isRaw = only?.type === "text" && only.form === "plain" && typeof data !== "object";
  if (!isRaw && only?.type !== "empty") kinds.push("raw");
  return kinds;
}

/** The blocks of an output in another kind; `raw` has none. */
export function blocksAs(kind: OutputKind, output: unknown, blocks: readonly Block[]): readonly Block[] {
  switch (kind) {
    case "table":
      return blocks.map(asTable);
    case "chart":
      return blocks.map(asChart);
    case "tree":
      return [{ id: "tree", type: "json", path: "", value: dataOf(output) }];
    default:
      return blocks;
  }
}

/** The value that an output is, or is the text of. */
function dataOf(output: unknown): unknown {
  if (typeof output === "string") return parseJsonText(output);
  const result = readMcpResult(output);
  const texts = result && result.parts.every((part) => part.type === "text") ? textsOf(result) : [];
  return (texts.length === 1 && result?.structured === undefined ? parseJsonText(texts[0]!) : undefined) ?? output;
}

const headOf = (block: Block) => ({
  id: block.id,
  path: block.path,
  value: block.value,
  ...(block.label === undefined ? {} : { label: block.label }),
});

function asTable(block: Block): Block {
  if (block.type === "chart" || block.type === "radar") {
    return { ...headOf(block), type: "table", rows: block.rows, columns: block.columns, columnsComplete: true };
  }
  if (block.type !== "ranking" && block.type !== "list") return block;
  const { value, path, label } = block;
  const drawn = toTableBlock({ value, path, label, schema: undefined });
  return drawn && !drawn.beside ? { ...drawn.block, id: block.id } : block;
}

function asChart(block: Block): Block {
  if (block.type !== "table" || block.rows.length > mostCharted) return block;
  const drawn = inferChart({ value: rowsOf(block), path: block.path, label: block.label, schema: undefined });
  if (drawn?.block.type !== "chart") return block;
  // The table's own columns have its words and formats.
  const own = new Map(block.columns.map((column, index) => [isMatrix(block) ? String(index) : column.key, column]));
  const worded = (column: Column): Column => ({ ...column, ...own.get(column.key), key: column.key });
  const { x, series, columns } = drawn.block;
  return {
    ...drawn.block,
    ...headOf(block),
    x: worded(x),
    series: series.map(worded),
    columns: columns.map(worded),
  };
}

const isMatrix = (block: TableBlock): boolean => Array.isArray(block.rows[0]);

/** The rows as a value that reads as rows, with the headings of lists. */
const rowsOf = (block: TableBlock): unknown =>
  isMatrix(block) ? { columns: block.columns.map((column) => column.label), rows: block.rows } : block.rows;
