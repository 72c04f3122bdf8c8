"use client";
import { Suspense, type ReactNode } from "react";
import { DrawnOutput } from "#view/parts";
import { useKit } from "../provider/ToolProvider.tsx";
import { StillOutput } from "./StillOutput.tsx";
import type { ToolOutputProps } from "./outputProps.ts";
import { PendingOutput } from "./PendingOutput.tsx";
import { useShownSpec } from "./shownSpec.ts";

export type { CustomBlockProps, CustomViewProps, OutputTool, ToolOutputProps } from "./outputProps.ts";

/**
 * A tool's output, drawn by its ViewSpec, else by its outputSections, else by its shape. Output is data: nothing in it
 * runs, and drawing it sends no request. A block that breaks is contained. A server draws all of it; a browser fetches
 * what it shows, and until then the value stands there plainly, unless its view shows nothing but what it names.
 * @example
 * ```tsx
 * <ToolOutput output={{ npv: 1200, years: [{ year: 1, cash: 400 }] }} />
 * ```
 */
export function ToolOutput(props: ToolOutputProps): ReactNode {
  const { isOnly } = useShownSpec(props.tool, props.mode);
  const { language } = useKit();
  const pending = (
    <div {...language} className="callboard cb-output">
      <PendingOutput />
    </div>
  );
  const still = isOnly ? pending : <StillOutput value={props.outputText || props.output} />;
  return (
    <Suspense fallback={still}>
      <DrawnOutput {...props} />
    </Suspense>
  );
}
