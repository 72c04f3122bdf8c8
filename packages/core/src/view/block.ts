import type { BlockConfig, BlockType, CalloutTone, ChartVariant, ValueFormat } from "./viewSpec.ts";
import type { ErrorAdvice } from "./errorText.ts";
import type { FileInfo } from "./fileInfo.ts";
import type { Scale } from "./scale.ts";
import type { SurfaceMessage } from "./surfaceMessages.ts";
import type { ImageSource, SafeLink } from "./safeUrl.ts";

/** A column of a table or a series of a chart: its path in a row, its label and the format of its values. */
export interface Column {
  /** An own key of the row, or a dotted path into it. */
  key: string;
  label: string;
  format?: ValueFormat;
  /** The label is Callboard's, not the output's, and may be translated. */
  made?: "name" | "value" | "index";
  /** The spec did not ask for it: it is out of sight until the reader asks. */
  hidden?: boolean;
}

export interface SummaryItem {
  key?: string;
  label: string;
  value: unknown;
  format?: ValueFormat;
  /** Its schema lets it be a text of any length, so it takes a line of its own however short it is now. */
  isOpen?: boolean;
}

interface BlockBase {
  /** Unique among the blocks of one output, and the same for the same spec and shape. */
  id: string;
  /** Dotted path of the part in the output; empty is the whole. */
  path: string;
  label?: string;
  /** The original part, for a custom renderer, a download, and as the fallback of a broken renderer. */
  value: unknown;
  /** Why the block is not quite what its spec asks for. */
  note?: ChartNote;
}

/** Why a chart is not drawn as it was asked for, or not at all. `names` are the series that it leaves out. */
export interface ChartNote {
  reason: "noNumbers" | "many" | "spokes" | "scale" | "scatter" | "pieSeries" | "pieNegative" | "pieNothing";
  names?: string[];
}

export interface SummaryBlock extends BlockBase {
  type: "summary";
  items: SummaryItem[];
  /** Facts that the spec did not ask for, out of sight until the reader asks. */
  more?: SummaryItem[];
}

/** A sentence about the output that its reader should not miss. */
export interface CalloutBlock extends BlockBase {
  type: "callout";
  text: string;
  tone: CalloutTone;
  format?: ValueFormat;
}

export interface TableBlock extends BlockBase {
  type: "table";
  columns: Column[];
  /** Records or lists; a cell is read with `readPath`. */
  rows: readonly unknown[];
  /** False where the row limit ended the search for columns. */
  columnsComplete: boolean;
}

export interface ChartPoint {
  x: string | number;
  /** One number a series, in their order; null is a gap. */
  values: (number | null)[];
  /** What a point of a scatter is called. */
  name?: string;
  /** The last slice of a pie stands for this many small ones. */
  others?: number;
}

export interface ChartBlock extends BlockBase {
  type: "chart";
  variant: ChartVariant;
  stacked: boolean;
  x: Column;
  series: Column[];
  /** The columns of the rows, for the same numbers as a table. */
  columns: Column[];
  /** At most `maxPoints`, sampled evenly where the output has more. */
  points: ChartPoint[];
  /** How many points the output has. */
  total: number;
  rows: readonly unknown[];
  /** The scale of the amounts; a pie has none. */
  scale?: Scale;
  /** The scale along the axis of a scatter. */
  xScale?: Scale;
  /** The column that names the points of a scatter. */
  nameColumn?: Column;
  quadrants?: Quadrants;
}

/** Where the field of a scatter is parted, and what its four parts are called. */
export interface Quadrants {
  x: number;
  y: number;
  topLeft?: string;
  topRight?: string;
  bottomLeft?: string;
  bottomRight?: string;
}

export interface RadarBlock extends BlockBase {
  type: "radar";
  x: Column;
  series: Column[];
  columns: Column[];
  points: ChartPoint[];
  rows: readonly unknown[];
  /** From the centre to the rim. */
  scale: Scale;
}

export interface RankingItem {
  label: string;
  score: number | null;
  reason?: string;
  /** Where the score lies on the scale, 0 to 1. */
  share: number;
  /** What else the item holds. */
  rest?: Record<string, unknown>;
}

export interface RankingBlock extends BlockBase {
  type: "ranking";
  items: RankingItem[];
  /** What the bars begin and end at: as the spec or schema says, else zero and the greatest score. */
  scale: Omit<Scale, "ticks">;
  format?: ValueFormat;
  labelFormat?: ValueFormat;
  reasonFormat?: ValueFormat;
}

export interface ListBlock extends BlockBase {
  type: "list";
  items: readonly unknown[];
  /** How each of them is written. */
  format?: ValueFormat;
}

export interface TextBlock extends BlockBase {
  type: "text";
  text: string;
  /** What the text looks written in; whatever is drawn from it, the words are all there. */
  form: TextForm;
  /** The language of `code`, where it is known, as highlighters name it. */
  language?: string;
}

/** What a text is written in: ANSI colours, a unified diff, and so on; `plain` is a text and nothing else. */
export type TextForm = "plain" | "markdown" | "yaml" | "ansi" | "diff" | "code";

export interface ImageBlock extends BlockBase {
  type: "image";
  source: ImageSource;
}

export interface LinkBlock extends BlockBase {
  type: "link";
  link: SafeLink;
  title?: string;
}

/** A file: played where it is sound or film, else named with its size and type. */
export interface FileBlock extends BlockBase {
  type: "file";
  file: FileInfo;
}

/** An interface that the output describes as A2UI messages, drawn by the kit's own components. */
export interface SurfaceBlock extends BlockBase {
  type: "surface";
  messages: readonly SurfaceMessage[];
}

export interface JsonBlock extends BlockBase {
  type: "json";
}

/** The output reports an error. */
export interface ErrorBlock extends BlockBase {
  type: "error";
  message: string;
  code?: string;
  /** What its reader can do about it, as far as its words say. */
  advice: ErrorAdvice;
}

/** A missing or empty part. `of` is the type of the intended block. */
export interface EmptyBlock extends BlockBase {
  type: "empty";
  reason: "missing" | "null" | "empty";
  of?: BlockType;
}

/** Parts of the output that no other block shows, out of sight until the reader asks. */
export interface RestBlock extends BlockBase {
  type: "rest";
  /** The keys of the parts. */
  keys: string[];
  blocks: Block[];
}

/** Drawn by the app's component at slot `block`, key `slot`; where none is registered, `fallback` is drawn. */
export interface CustomBlock extends BlockBase {
  type: "custom";
  slot: string;
  config: BlockConfig;
  fallback: Block[];
}

/** One block of an output, with everything resolved. Plain data. */
export type Block =
  | SummaryBlock
  | CalloutBlock
  | TableBlock
  | ChartBlock
  | RadarBlock
  | RankingBlock
  | ListBlock
  | TextBlock
  | ImageBlock
  | LinkBlock
  | FileBlock
  | SurfaceBlock
  | JsonBlock
  | ErrorBlock
  | EmptyBlock
  | RestBlock
  | CustomBlock;

/** A block without its id, which depends on the whole list. */
export type NewBlock = Block extends infer B ? (B extends Block ? Omit<B, "id"> : never) : never;
