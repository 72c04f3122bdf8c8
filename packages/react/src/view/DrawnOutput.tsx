"use client";
import { isLargeData } from "@callboard/core/view";
import { Suspense, useMemo, type ReactNode } from "react";
import { GiantOutput } from "#view/parts";
import { useKit } from "../provider/ToolProvider.tsx";
import { LoadedOutput } from "./LoadedOutput.tsx";
import type { ToolOutputProps } from "./outputProps.ts";
import { PendingOutput } from "./PendingOutput.tsx";
import { useShownSpec } from "./shownSpec.ts";
import { StreamedOutput } from "./StreamedOutput.tsx";
import { WholeOutput } from "./WholeOutput.tsx";

/** An output as blocks: what the call wrote, what it returned, or both. */
export function DrawnOutput({ outputText = "", isRunning = false, ...props }: ToolOutputProps): ReactNode {
  if (outputText === "") return <ReturnedOutput {...props} />;
  return (
    <StreamedOutput
      {...props}
      text={outputText}
      isRunning={isRunning}
      renderReturned={() => <ReturnedOutput {...props} />}
    />
  );
}

/** What a call returned: here, or kept beside the log. */
function ReturnedOutput({ outputRef, ...props }: Omit<ToolOutputProps, "outputText" | "isRunning">): ReactNode {
  const { language, components, outputWorker } = useKit();
  const { tool, output, input, outputSchema, mode } = props;
  const own = { tool, input, outputSchema, mode };
  const { isOnly } = useShownSpec(tool, mode);
  // A component of the app's is given the value, so the page has to read it.
  const canBeGiant = outputWorker !== null && (tool === undefined || !components.get("view", `tool:${tool.slug}`));
  const text = canBeGiant ? largeTextOf(output) : undefined;
  const blob = useMemo(() => (text === undefined ? undefined : new Blob([text])), [text]);
  if (blob) {
    return (
      <Suspense fallback={<PendingOutput />}>
        <GiantOutput {...own} blob={blob} isJson={false} />
      </Suspense>
    );
  }
  if (!outputRef || output !== undefined) return <WholeOutput {...props} />;
  return (
    <div {...language} className="callboard cb-output">
      <LoadedOutput
        key={outputRef.id}
        outputRef={outputRef}
        isOnly={isOnly}
        renderGiant={
          canBeGiant
            ? (loaded) => (
                <Suspense fallback={<PendingOutput />}>
                  <GiantOutput {...own} blob={loaded} isJson />
                </Suspense>
              )
            : undefined
        }
      >
        {(output) => <WholeOutput {...props} output={output} />}
      </LoadedOutput>
    </div>
  );
}

/** The text that an output is, where it is too long for the page to read; MCP's one text part too. */
function largeTextOf(output: unknown): string | undefined {
  if (typeof output === "string") return isLargeData(output) ? output : undefined;
  const parts = Array.isArray(output) ? output : (output as { content?: unknown } | null)?.content;
  if (!Array.isArray(parts) || parts.length !== 1) return undefined;
  const { type, text } = (parts[0] ?? {}) as { type?: unknown; text?: unknown };
  const isAlone =
    Array.isArray(output) || Object.keys(output as object).every((key) => key === "content" || key === "_meta");
  return type === "text" && typeof text === "string" && isAlone && isLargeData(text) ? text : undefined;
}
