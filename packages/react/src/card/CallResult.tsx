"use client";
import type { CallView, Timeline, ToolDetail } from "@callboard/core";
import { isFinal } from "@callboard/core/timeline";
import { useCallback, useContext, type ReactNode } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { useTimelineValue } from "../timeline/useTimelineValue.ts";
import { ErrorStepsContext } from "../view/ErrorStepsContext.ts";
import { LazyToolOutput } from "../view/LazyToolOutput.tsx";
import { BriefResult } from "./BriefResult.tsx";
import { BriefResultsContext, useCard } from "./cardContext.ts";
import { NextSteps } from "./NextSteps.tsx";
import { isOutputSaid } from "./saidByQuestion.ts";
import { useLimitText } from "./useLimitText.ts";
import { useTextOf } from "./useToolText.ts";
import { cardEnglish } from "../messages/en.ts";
import { viewEnglish } from "../messages/viewEnglish.ts";

/** How a call ended: its output, or what went wrong and what can be done about it. */
export function CallResult(): ReactNode {
  return <Result />;
}

/** How a call ended, below its input: under a heading, and in brief where it stands among other results. */
export function HeadedResult(): ReactNode {
  return <Result isHeaded />;
}

function Result({ isHeaded = false }: { isHeaded?: boolean }): ReactNode {
  const { call, tool } = useCard("Output");
  const { t, timeline } = useKit(viewEnglish);
  const isBrief = useContext(BriefResultsContext);
  const { output, outputRef, outputText } = call;
  // What the last words of its agent say already is not said again.
  const isSaid = useCallback((from: Timeline) => isSaidAbove(from, call), [call]);
  const maySay = call.agents.length === 1 && typeof output === "string";
  const repeats = (useTimelineValue(maySay ? timeline : undefined, isSaid) ?? false) || isOutputSaid(call);
  const isThere = output !== undefined || outputRef !== null || outputText !== "";
  const isRunning = !isFinal(call.status);
  const drawn = (
    <ErrorStepsContext.Provider value={<NextSteps call={call} isError />}>
      <LazyToolOutput
        tool={tool}
        output={output}
        outputRef={outputRef}
        outputText={outputText}
        isRunning={isRunning}
        input={call.input}
      />
    </ErrorStepsContext.Provider>
  );
  const label = t(isRunning ? "view.stream.label" : "view.result");
  return (
    <>
      <CallEnd call={call} tool={tool} />
      {!isThere || repeats ? null : isHeaded && isBrief ? (
        <BriefResult callId={call.id} label={label}>
          {drawn}
        </BriefResult>
      ) : (
        <div className={`cb-call-output${isHeaded ? " cb-result" : ""}`} data-out="">
          {isHeaded && <h3 className="cb-result-label">{label}</h3>}
          {drawn}
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
  const isWithoutModel = error?.code === "no_model";
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
        <bdi>
          {limit ||
            (isWithoutModel && t("call.noModel")) ||
            textOf(error?.message, error?.wording) ||
            reason ||
            t(`call.explain.${status}`)}
        </bdi>
      </p>
      {(error || reason) && status !== "failed" && status !== "denied" && (
        <p className="cb-call-note">{t(`call.explain.${status}`)}</p>
      )}
      {error && error.code !== "tool_error" && (
        <details className="cb-call-detail">
          <summary>{t("call.errorDetail")}</summary>
          <code>{error.code}</code>
          {isWithoutModel && <p>{error.message}</p>}
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
