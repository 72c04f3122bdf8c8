"use client";
import type { CallView, Timeline, ToolDetail } from "@callboard/core";
import { isFinal } from "@callboard/core/timeline";
import { useCallback, type ReactNode } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { useTimelineValue } from "../timeline/useTimelineValue.ts";
import { ErrorStepsContext } from "../view/ErrorStepsContext.ts";
import { LazyToolOutput } from "../view/LazyToolOutput.tsx";
import { useCard } from "./cardContext.ts";
import { NextSteps } from "./NextSteps.tsx";
import { useLimitText } from "./useLimitText.ts";
import { useTextOf } from "./useToolText.ts";
import { cardEnglish } from "../messages/en.ts";

/** How a call ended: its output, or what went wrong and what can be done about it. */
export function CallResult(): ReactNode {
  const { call, tool, open } = useCard("Output");
  const { timeline } = useKit();
  const { output, outputRef } = call;
  // A closed card that stands in the thread shows what came of it, not how.
  const outputText = open ? call.outputText : "";
  // What the last words of its agent say already is not said again.
  const isSaid = useCallback((from: Timeline) => isSaidAbove(from, call), [call]);
  const maySay = call.agents.length === 1 && typeof output === "string";
  const repeats = useTimelineValue(maySay ? timeline : undefined, isSaid) ?? false;
  const isThere = output !== undefined || outputRef !== null || outputText !== "";
  return (
    <>
      <CallEnd call={call} tool={tool} />
      {isThere && !repeats && (
        <div className="cb-call-output" data-out="">
          <ErrorStepsContext.Provider value={<NextSteps call={call} isError />}>
            <LazyToolOutput
              tool={tool}
              output={output}
              outputRef={outputRef}
              outputText={outputText}
              isRunning={!isFinal(call.status)}
              input={call.input}
            />
          </ErrorStepsContext.Provider>
        </div>
      )}
    </>
  );
}

function CallEnd({ call, tool }: { call: CallView; tool: ToolDetail | undefined }): ReactNode {
  const { t } = useKit(cardEnglish);
  const textOf = useTextOf(tool);
  const { status, error, reason } = call;
  const limit = useLimitText(`call.limit.${error?.code}`, error);
  if (
    status !== "failed" &&
    status !== "denied" &&
    status !== "expired" &&
    status !== "cancelled" &&
    status !== "interrupted"
  )
    return null;
  return (
    <div className="cb-call-end" data-status={status} role={status === "failed" ? "alert" : undefined}>
      <p>
        <bdi>{limit || textOf(error?.message, error?.wording) || reason || t(`call.explain.${status}`)}</bdi>
      </p>
      {(error || reason) && status !== "failed" && status !== "denied" && (
        <p className="cb-call-note">{t(`call.explain.${status}`)}</p>
      )}
      {error && error.code !== "tool_error" && (
        <details className="cb-call-detail">
          <summary>{t("call.errorDetail")}</summary>
          <code>{error.code}</code>
        </details>
      )}
      <NextSteps call={call} />
    </div>
  );
}

function isSaidAbove(timeline: Timeline, { output, agents }: CallView): boolean {
  const agent = agents.length === 1 ? timeline.getNode(agents[0]!) : undefined;
  const last = agent?.kind === "agent" ? agent.items.at(-1) : undefined;
  const node = last?.kind === "text" ? timeline.getNode(last.id) : undefined;
  return node?.kind === "text" && typeof output === "string" && node.text.trim() === output.trim();
}
