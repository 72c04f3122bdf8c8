import type { BlockConfig, BlockType, ValueFormat } from "../spec/viewSpec.ts";
import type { ImageSource, SafeLink } from "./safeUrl.ts";

/** One column of a table, or one series of a chart: where it stands in a row, its words and how its values are written. */
export interface Column {
  /** An own key of the row, or a dotted path into it. */
  key: string;
  label: string;
  format?: ValueFormat;
  /** Made by Callboard, not by the output: a catalogue may say it in the reader's language. */
  made?: "name" | "value" | "index";
}

export interface SummaryItem {
  key?: string;
  label: string;
  value: unknown;
  format?: ValueFormat;
}

interface BlockBase {
  /** Unique among the blocks of one output, and the same for the same spec and shape. */
  id: string;
  /** Dotted path of the part in the output; empty is the whole. */
  path: string;
  label?: string;
  /** The part as it came, for a custom renderer, a download, and for showing it when a renderer breaks. */
  value: unknown;
}

export interface SummaryBlock extends BlockBase {
  type: "summary";
  items: SummaryItem[];
}

export interface TableBlock extends BlockBase {
  type: "table";
  columns: Column[];
  /** Records or lists; a cell is read with `readPath`. */
  rows: readonly unknown[];
  /** False where so many rows came that later ones were not searched for further columns. */
  columnsComplete: boolean;
}

export interface ChartPoint {
  x: string | number;
  /** One number a series, in their order; null is a gap. */
  values: (number | null)[];
}

export interface ChartBlock extends BlockBase {
  type: "chart";
  variant: "line" | "bar" | "area";
  stacked: boolean;
  x: Column;
  series: Column[];
  /** At most `maxPoints`, evenly taken where the output has more. */
  points: ChartPoint[];
  /** How many points the output has. */
  total: number;
  rows: readonly unknown[];
}

export interface RadarBlock extends BlockBase {
  type: "radar";
  x: Column;
  series: Column[];
  points: ChartPoint[];
  rows: readonly unknown[];
}

export interface RankingItem {
  label: string;
  score: number | null;
  reason?: string;
  /** The score relative to the greatest, 0 to 1. */
  share: number;
}

export interface RankingBlock extends BlockBase {
  type: "ranking";
  items: RankingItem[];
  format?: ValueFormat;
}

export interface ListBlock extends BlockBase {
  type: "list";
  items: readonly unknown[];
}

export interface TextBlock extends BlockBase {
  type: "text";
  text: string;
  /** Looks written in Markdown; it stays plain text unless the app renders it. */
  markdown: boolean;
}

export interface ImageBlock extends BlockBase {
  type: "image";
  source: ImageSource;
}

export interface LinkBlock extends BlockBase {
  type: "link";
  link: SafeLink;
  title?: string;
}

export interface JsonBlock extends BlockBase {
  type: "json";
}

/** The output itself says that something went wrong. */
export interface ErrorBlock extends BlockBase {
  type: "error";
  message: string;
  code?: string;
}

/** A part that is not there, or has nothing in it. `of` is what was to be drawn. */
export interface EmptyBlock extends BlockBase {
  type: "empty";
  reason: "missing" | "null" | "empty";
  of?: BlockType;
}

/** Drawn by the app's component at slot `block`, key `slot`; where none is registered, `fallback` is drawn. */
export interface CustomBlock extends BlockBase {
  type: "custom";
  slot: string;
  config: BlockConfig;
  fallback: Block[];
}

/** One block of a shown output, with all that it needs resolved. Plain data. */
export type Block =
  | SummaryBlock
  | TableBlock
  | ChartBlock
  | RadarBlock
  | RankingBlock
  | ListBlock
  | TextBlock
  | ImageBlock
  | LinkBlock
  | JsonBlock
  | ErrorBlock
  | EmptyBlock
  | CustomBlock;

/** A block before the whole list gives it its id. */
export type NewBlock = Block extends infer B ? (B extends Block ? Omit<B, "id"> : never) : never;
