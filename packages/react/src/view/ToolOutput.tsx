"use client";
import type { Block } from "@callboard/core/view";
import { Suspense, type ReactNode } from "react";
import { DrawnOutput } from "#view/parts";
import { StillOutput } from "./StillOutput.tsx";
import type { OutputTool, ToolOutputProps } from "./outputProps.ts";

export type { OutputTool, ToolOutputProps } from "./outputProps.ts";

/** The props of a component at slot `view`, key `tool:<slug>`. */
export interface CustomViewProps {
  output: unknown;
  input: unknown;
  tool: OutputTool;
}

/** The props of a component at slot `block`, key `tool-output-<slug>` for custom blocks, or a block type for all blocks of that type. */
export interface CustomBlockProps extends Partial<CustomViewProps> {
  block: Block;
  /** The part of the output that the block shows. */
  value: unknown;
  output: unknown;
}

/**
 * A tool's output, drawn by its ViewSpec, else by its outputSections, else by its shape. Output is data: nothing in it runs, and drawing it
 * sends no request. A block that breaks is contained. A server draws all of it; a browser fetches what it shows, and until then the value stands
 * there plainly.
 * @example
 * ```tsx
 * <ToolOutput output={{ npv: 1200, years: [{ year: 1, cash: 400 }] }} />
 * ```
 */
export function ToolOutput(props: ToolOutputProps): ReactNode {
  return (
    <Suspense fallback={<StillOutput value={props.outputText || props.output} />}>
      <DrawnOutput {...props} />
    </Suspense>
  );
}
