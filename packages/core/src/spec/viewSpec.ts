/** What a block draws. `custom` is drawn by the component registered at `block:tool-output-<slug>`. */
export type BlockType =
  "summary" | "table" | "chart" | "radar" | "ranking" | "list" | "text" | "image" | "json" | "custom";

/** How a value is written; the reader's locale decides the rest. */
export type ValueFormatType =
  "text" | "plain" | "number" | "currency" | "percent" | "date" | "datetime" | "boolean" | "url";

/** How a value is written, with what the format needs. Plain data. */
export interface ValueFormat {
  type: ValueFormatType;
  /** `currency`: the ISO 4217 code; without one the amount is written as a number. */
  currency?: string;
  /** Decimal places, exactly. */
  digits?: number;
  /** Written after a number. */
  unit?: string;
  /** `percent`: what stands for the whole. 1 (the default) reads 0.25 as 25 %; 100 reads 25 as 25 %. */
  of?: 1 | 100;
}

/** One column, series or fact as a config names it: its key alone, or with its words and format. */
export type ColumnConfig =
  string | { key: string; label?: string; format?: ValueFormatType | ValueFormat; currency?: string; digits?: number };

/** What a block's `config` may say; each type reads its own part. */
export interface BlockConfig {
  [key: string]: unknown;
  /** `summary`: which facts, in which order. All unless given. */
  fields?: ColumnConfig[];
  /** `table`: which columns, in which order. The union of the rows' keys unless given. */
  columns?: ColumnConfig[];
  /** `chart`: the kind; `line` unless given. */
  variant?: "line" | "bar" | "area";
  /** `chart`: the column along the axis; `radar`: the column that names the spokes. Inferred unless given. */
  x?: ColumnConfig;
  /** `chart`, `radar`: the numeric columns that are drawn. All unless given. */
  series?: ColumnConfig[];
  /** `chart`: bars or areas on top of one another. */
  stacked?: boolean;
  /** `ranking`: the key of an item's name, score and reason. Inferred unless given. */
  label?: string;
  score?: ColumnConfig;
  reason?: string;
  /** `ranking`: `given` keeps the output's order; otherwise best first. */
  order?: "given" | "descending" | "ascending";
}

/** One block of a view: which part of the output (`key`, a dotted path; none is the whole) and how it is drawn. */
export interface BlockSpec {
  type: BlockType;
  key?: string;
  label?: string;
  config?: BlockConfig;
}

/** How a tool's output is shown. Plain data. */
export interface ViewSpec {
  blocks: BlockSpec[];
}

/** One section of a structured output, as a tool's definition declares it. */
export interface ToolOutputSection {
  /** Key in the output object. */
  key: string;
  label: string;
  type: "summary" | "table" | "chart" | "radar" | "ranking" | "custom";
  config?: BlockConfig;
}
