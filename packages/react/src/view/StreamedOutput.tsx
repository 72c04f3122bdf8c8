"use client";
import { createGrowingBlocks, isTextOf } from "@callboard/core/view";
import { useDeferredValue, useMemo, useState, type ReactNode } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { DownloadButton } from "../text/DownloadButton.tsx";
import { mostShown } from "../text/LongText.tsx";
import { GrowingBox } from "./GrowingBox.tsx";
import { LogText } from "./LogText.tsx";
import type { ToolOutputProps } from "./outputProps.ts";
import { PendingOutput } from "./PendingOutput.tsx";
import { useShownSpec } from "./shownSpec.ts";
import { WholeOutput } from "./WholeOutput.tsx";
import { viewEnglish } from "../messages/viewEnglish.ts";

/** The length of a shorter text is seen at a glance. */
const countedFrom = 1000;

export interface StreamedOutputProps extends Omit<ToolOutputProps, "outputText" | "isRunning"> {
  text: string;
  isRunning: boolean;
  renderReturned: () => ReactNode;
}

/**
 * What a call wrote while it ran. Where its output only says the same, the text becomes the output in its place; else
 * the text is the log of the call, which folds below the output as soon as there is one, for whoever saw it grow as for
 * who comes later. Where a view shows nothing but what it names, the text is not shown.
 */
export function StreamedOutput({ text: written, isRunning, renderReturned, ...props }: StreamedOutputProps): ReactNode {
  const { t, language, components } = useKit(viewEnglish);
  const { tool, output, outputRef } = props;
  const { viewSpec, isOnly } = useShownSpec(tool, props.mode);
  const text = useDeferredValue(written);
  const [read] = useState(createGrowingBlocks);
  const growing = useMemo(() => ({ text, read }), [text, read]);
  const [sawItGrow, setSawItGrow] = useState(isRunning);
  if (isRunning && !sawItGrow) setSawItGrow(true);
  const isReturned = output !== undefined || Boolean(outputRef);
  // A view of the tool's own is for what it returns, which the text of a call that was stopped is not.
  const isForView =
    tool !== undefined && Boolean(viewSpec || tool.outputSections || components.get("view", `tool:${tool.slug}`));
  const mayBeOutput = !isRunning && !outputRef && (output !== undefined || !isForView);
  const isOutput = useMemo(() => mayBeOutput && isTextOf(output, written), [mayBeOutput, output, written]);
  // Of a text that is too long to be shown whole, its reader keeps the end.
  const isWhole = isOutput && text === written && text.length <= mostShown;
  // What was written is nothing that a view names: only what the call returned is.
  if (isOnly) return isRunning ? <PendingOutput /> : isReturned ? renderReturned() : null;
  if (!sawItGrow && isOutput) return <WholeOutput {...props} output={output ?? written} />;
  if (isReturned && !isRunning && !isOutput) {
    return (
      <div {...language} className="callboard cb-output">
        {renderReturned()}
        <LogText text={written} />
      </div>
    );
  }
  return (
    <div {...language} className="callboard cb-output">
      <WholeOutput
        {...props}
        output={isWhole ? (output ?? text) : undefined}
        growing={isWhole ? undefined : growing}
        renderFrame={({ body, menu, isText }) => (
          <GrowingBox
            isRunning={isRunning}
            isGrowing={!isWhole}
            isText={isText}
            label={t(isRunning ? "view.stream.label" : "view.stream.log")}
            foot={
              isRunning ? (
                <span className="cb-note">
                  {text.length >= countedFrom && t("view.stream.count", { count: text.length })}
                </span>
              ) : (
                <>
                  {text.length > mostShown && (
                    <>
                      <span className="cb-note">{t("view.stream.tail", { count: text.length })}</span>
                      <DownloadButton text={text} />
                    </>
                  )}
                  {menu}
                </>
              )
            }
          >
            {body}
          </GrowingBox>
        )}
      />
    </div>
  );
}
