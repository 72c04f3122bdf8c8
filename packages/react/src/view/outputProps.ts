import type { OutputRef, Schema, ToolOutputSection, ViewSpec } from "@callboard/core";
import type { Block } from "@callboard/core/view";

/** The parts of a tool that its output's view needs; a definition, a listing and a detail all fit. */
export interface OutputTool {
  slug: string;
  name?: string;
  viewSpec?: ViewSpec;
  outputSections?: ToolOutputSection[];
  outputSchema?: Schema;
  outputSchemaZod?: Schema;
}

export interface ToolOutputProps {
  tool?: OutputTool;
  output: unknown;
  /** What the call wrote while it ran: drawn as it grows, and kept in its place when the output is here. */
  outputText?: string;
  /** The call still runs, so that more may come. */
  isRunning?: boolean;
  /**
   * What stands for an output that is kept beside the log: it is fetched through the provider's client when it is
   * drawn.
   */
  outputRef?: OutputRef | null;
  /** The call's input, for custom views and blocks. */
  input?: unknown;
  outputSchema?: Schema;
  /**
   * For whom it is drawn. In `embed` a view whose ViewSpec names its parts shows those alone; `internal` unless given,
   * or unless a `ToolBlock` stands around it.
   */
  mode?: "internal" | "embed";
  /**
   * Whether the reader may switch between the kinds that fit the output: its blocks, a table, a chart, a tree, the raw
   * value. True unless given.
   */
  hasSwitch?: boolean;
}

/** The props of a component at slot `view`, key `tool:<slug>`. */
export interface CustomViewProps {
  output: unknown;
  input: unknown;
  tool: OutputTool;
}

/**
 * The props of a component at slot `block`, key `tool-output-<slug>` for custom blocks, or a block type for all blocks
 * of that type.
 */
export interface CustomBlockProps extends Partial<CustomViewProps> {
  block: Block;
  /** The part of the output that the block shows. */
  value: unknown;
  output: unknown;
}
