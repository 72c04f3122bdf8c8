/** What a block draws. `custom` is drawn by the component registered at `block:tool-output-<slug>`. */
export type BlockType = "summary" | "table" | "chart" | "radar" | "ranking" | "text" | "json" | "custom";

/** One block of a view: which part of the output (`key`, a dotted path; none is the whole) and how it is drawn. */
export interface BlockSpec {
  type: BlockType;
  key?: string;
  label?: string;
  config?: Record<string, unknown>;
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
  config?: Record<string, unknown>;
}
