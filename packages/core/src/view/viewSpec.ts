import type { PhraseWords } from "./phrases.ts";

/** Every type of a ViewSpec's blocks. */
export const blockTypes = [
  "summary",
  "callout",
  "table",
  "chart",
  "radar",
  "ranking",
  "list",
  "text",
  "image",
  "json",
  "custom",
] as const;

/** What a block draws. `custom` is drawn by the component at the slot `block`, key `tool-output-<slug>`. */
export type BlockType = (typeof blockTypes)[number];

/**
 * How a value is written; the reader's locale decides the rest. `bytes` and `milliseconds` are written in the unit of
 * their size, `badge` is one of a few words.
 */
export type ValueFormatType =
  | "text"
  | "plain"
  | "number"
  | "currency"
  | "percent"
  | "bytes"
  | "milliseconds"
  | "date"
  | "datetime"
  | "boolean"
  | "badge"
  | "url";

/** A text that stands in the output, by its dotted path. */
export interface OutputText {
  key: string;
}

/** How a value is written, with what the format needs. Plain data. */
export interface ValueFormat {
  type: ValueFormatType;
  /** `currency`: the ISO 4217 code, or where the output has it; without one the amount is written as a number. */
  currency?: string | OutputText;
  /** Decimal places, exactly. */
  digits?: number;
  /** Written after a number: a text, or where the output has it. */
  unit?: string | OutputText;
  /** `percent`: what stands for the whole. 1 (the default) reads 0.25 as 25 %; 100 reads 25 as 25 %. */
  of?: 1 | 100;
  /** What stands where there is no value, such as "Never". */
  none?: string;
  /**
   * What stands in the place of a text that is one of these phrases: in a translated tool the `x-phrases` of its
   * output's schema.
   */
  words?: PhraseWords;
}

/** A column, series or fact in a config: its key alone, or with label and format. */
export type ColumnConfig =
  | string
  | {
      key: string;
      label?: string;
      format?: ValueFormatType | ValueFormat;
      currency?: string | OutputText;
      digits?: number;
    };

/** Every variant of a chart. */
export const chartVariants = ["line", "bar", "area", "scatter", "pie"] as const;

/** How much a callout asks for attention. */
export const calloutTones = ["info", "warning", "danger"] as const;

export type CalloutTone = (typeof calloutTones)[number];

/** How a chart is drawn. */
export type ChartVariant = (typeof chartVariants)[number];

/**
 * Where the field of a scatter is parted, each a number or where the output has it, and what its four parts are called.
 */
export interface QuadrantsConfig {
  splitX: number | OutputText;
  splitY: number | OutputText;
  topLeft?: string;
  topRight?: string;
  bottomLeft?: string;
  bottomRight?: string;
}

/** The options of a block; each type reads its own. */
export interface BlockConfig {
  [key: string]: unknown;
  /** `summary`: which facts, in which order. All unless given; the others start folded. */
  fields?: ColumnConfig[];
  /** `callout`: how much it asks for attention; `info` unless given. */
  tone?: CalloutTone;
  /**
   * `table`, and `custom` where no component draws it: which columns, in which order. The union of the rows' keys
   * unless given; the others start hidden.
   */
  columns?: ColumnConfig[];
  /** `chart`: the kind; `line` unless given. */
  variant?: ChartVariant;
  /** `chart`: the column along the axis; `radar`: the column that names the spokes. Inferred unless given. */
  x?: ColumnConfig;
  /** `chart`, `radar`: the numeric columns that are drawn. All unless given. */
  series?: ColumnConfig[];
  /** `chart`: bars or areas on top of one another. */
  stacked?: boolean;
  /**
   * `chart`, `radar`, `ranking`: where the scale of the amounts begins and ends. As the output's schema says
   * (`minimum`, `maximum`) unless given.
   */
  minimum?: number;
  maximum?: number;
  /** `chart`: a line's axis begins at zero, or ends there; false lets it begin near the least amount. */
  zero?: boolean;
  /** `chart`, `scatter`: lines that part the field in four, with a name for each part. */
  quadrants?: QuadrantsConfig;
  /**
   * `ranking`: the key of an item's name, score and reason. Inferred unless given. `label` is also that of a point in a
   * `scatter`.
   */
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

/**
 * How a finished call stands in a chat: `open` shows the output of the tool's last call below its row, `row` (the
 * default) the row alone.
 */
export type InChat = "open" | "row";

/** How a tool's output is shown. Plain data. */
export interface ViewSpec {
  blocks: BlockSpec[];
  inChat?: InChat;
  /**
   * The view shows what its blocks name and nothing else of the output: no other facts, columns or parts, and no other
   * kinds of view. Errors stay. True in embeds, and false elsewhere, unless given.
   */
  only?: boolean;
  /** A view that shows what its blocks name alone lets its reader save that. */
  downloads?: boolean;
}

/** One section of a structured output, as a tool's definition declares it. */
export interface ToolOutputSection {
  /** Key in the output object. */
  key: string;
  label: string;
  type: "summary" | "table" | "chart" | "radar" | "ranking" | "custom";
  config?: BlockConfig;
}
