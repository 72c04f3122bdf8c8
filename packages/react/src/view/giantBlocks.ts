import { toolOutputToBlocks, type JsonSchema, type ToolOutputSection, type ViewSpec } from "@callboard/core";
import { blocksAs, outputKinds, readLargeText, type Block, type OutputKind } from "@callboard/core/view";
import { cutValue } from "./cutValue.ts";
import { orderRows, type RowQuery } from "./rowOrder.ts";
import { tableFile, type TableFile } from "./tableFile.ts";

/** How a giant output is to be shown: the plain parts of what describes its tool. */
export interface GiantRequest {
  viewSpec?: ViewSpec | undefined;
  outputSections?: ToolOutputSection[] | undefined;
  outputSchema?: JsonSchema | undefined;
  slug?: string | undefined;
}

/** Blocks that a page can hold: of long parts only their beginning is in them. */
export interface GiantBlocks {
  blocks: Block[];
  /** By a block's id, how many rows or entries it has in truth. */
  totals: Record<string, number>;
  /** Something is not in the blocks nor among the rows that can be asked for. */
  isCut: boolean;
  /** The kinds that fit the output. */
  kinds: OutputKind[];
}

/** A place in the text of an output, with what stands around it. */
export interface GiantMatch {
  at: number;
  before: string;
  found: string;
  after: string;
}

/** A row and its place among all. */
export interface GiantRow {
  place: number;
  row: unknown;
}

/**
 * An output that is too large for a page, read once and asked for in parts. It works for seconds at a time, so it
 * stands in a worker.
 */
export interface GiantOutput {
  open(request: GiantRequest): GiantBlocks;
  /** The output in another kind that fits it. */
  as(kind: OutputKind): GiantBlocks;
  /**
   * The first places that have a text, whatever its case, in all of the output; `count` is no more than ten thousand.
   */
  find(text: string): { count: number; matches: GiantMatch[] };
  /** Sorts and filters the rows of a block, and says how many there are then. */
  order(part: string, query: RowQuery): number;
  /** Rows in the order that was last asked for. */
  rows(part: string, from: number, to: number): GiantRow[];
  /** A block's rows or value as the pieces of a file. */
  pieces(part: string, kind: "csv" | "json"): Iterable<string>;
}

const mostInBlock = 1_000;
const mostText = 200_000;
const mostNodes = 20_000;
const mostNodesOfRow = 200;
const mostCounted = 10_000;
const mostMatches = 100;
const around = 80;

export function createGiantOutput(text: string, isJson: boolean): GiantOutput {
  const parsed: unknown = isJson ? JSON.parse(text) : text;
  const output = typeof parsed === "string" ? readLargeText(parsed) : parsed;
  const parts = new Map<string, TableFile>();
  const orders = new Map<string, readonly number[]>();

  const words = typeof output === "string" ? output : text;
  let own: { blocks: readonly Block[]; kinds: OutputKind[] } = { blocks: [], kinds: ["blocks"] };
  let isOnly = false;

  /** The beginnings of blocks; what else they have is kept here. */
  const lightened = (blocks: readonly Block[]): GiantBlocks => {
    parts.clear();
    orders.clear();
    const totals: Record<string, number> = {};
    let isCut = false;
    const cut = (value: unknown, most = mostNodes): unknown => {
      const small = cutValue(value, most);
      isCut ||= small.isCut;
      return small.value;
    };
    const beginning = <Item>(items: readonly Item[], id: string): Item[] => {
      totals[id] = items.length;
      return items.slice(0, mostInBlock).map((item) => cut(item, mostNodesOfRow) as Item);
    };
    const lighten = (block: Block, above: string): Block => {
      const light = { ...block, id: `${above}${block.id}` };
      const { id } = light;
      switch (light.type) {
        case "table":
        case "chart":
        case "radar": {
          const { rows, columns, value } = light;
          parts.set(id, { rows, columns, value, complete: light.type !== "table" || light.columnsComplete, isOnly });
          // Rows come one by one, each as much of it as a cell can show.
          totals[id] = rows.length;
          const first = rows.slice(0, mostInBlock).map((row) => cutValue(row, mostNodesOfRow).value);
          return { ...light, rows: first, value: undefined };
        }
        case "list":
          return { ...light, items: beginning(light.items, id), value: undefined };
        case "ranking":
          return { ...light, items: beginning(light.items, id), value: undefined };
        case "summary": {
          const small = (items: typeof light.items) => items.map((item) => ({ ...item, value: cut(item.value) }));
          return {
            ...light,
            items: small(light.items),
            ...(light.more ? { more: small(light.more) } : {}),
            value: undefined,
          };
        }
        case "text":
          isCut ||= light.text.length > mostText;
          return { ...light, text: light.text.slice(0, mostText), value: undefined };
        case "error":
          isCut ||= light.message.length > mostText;
          return { ...light, message: light.message.slice(0, mostText), value: undefined };
        case "rest":
          return { ...light, value: undefined, blocks: light.blocks.map((one) => lighten(one, `${id}/`)) };
        case "custom":
          return { ...light, value: cut(light.value), fallback: light.fallback.map((one) => lighten(one, `${id}/`)) };
        case "json":
          return { ...light, value: cut(light.value) };
        default:
          return { ...light, value: undefined };
      }
    };
    const light = blocks.map((block) => lighten(block, ""));
    return { blocks: light, totals, isCut, kinds: own.kinds };
  };

  return {
    open(request) {
      const blocks = toolOutputToBlocks({ ...request, output });
      own = { blocks, kinds: outputKinds(output, blocks) };
      isOnly = request.viewSpec?.only === true;
      return lightened(blocks);
    },
    as: (kind) => lightened(kind === "raw" ? [rawText(words)] : blocksAs(kind, output, own.blocks)),
    find(wanted) {
      const pattern = new RegExp(wanted.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"), "giu");
      const matches: GiantMatch[] = [];
      let count = 0;
      for (let match = pattern.exec(words); match && count < mostCounted; match = pattern.exec(words)) {
        count++;
        const end = match.index + match[0].length;
        if (matches.length < mostMatches)
          matches.push({
            at: match.index,
            before: words.slice(Math.max(0, match.index - around), match.index),
            found: match[0],
            after: words.slice(end, end + around),
          });
      }
      return { count, matches };
    },
    order(part, query) {
      const work = orderRows(parts.get(part)?.rows ?? [], query);
      let next = work.next();
      while (!next.done) next = work.next();
      orders.set(part, next.value);
      return next.value.length;
    },
    rows(part, from, to) {
      const rows = parts.get(part)?.rows ?? [];
      const places = orders.get(part)?.slice(from, to) ?? Array.from(rows.slice(from, to), (_, index) => from + index);
      return places.map((place) => ({ place, row: cutValue(rows[place], mostNodesOfRow).value }));
    },
    pieces(part, kind) {
      const none: TableFile = { rows: [], columns: [], value: null, complete: true, isOnly };
      return tableFile(kind, parts.get(part) ?? none);
    },
  };
}

const rawText = (text: string): Block => ({ id: "raw", type: "text", path: "", value: text, text, form: "plain" });
