"use client";
import type { CallView, JsonSchema, Question, ToolDetail } from "@callboard/core";
import { sameJson } from "@callboard/core/form";
import { Suspense, useId, useLayoutEffect, useRef, type ReactNode, type RefObject } from "react";
import { isRecord } from "../../isRecord.ts";
import { askEnglish } from "../../messages/askEnglish.ts";
import { lazyComponent } from "../../provider/lazyModule.ts";
import { useKit } from "../../provider/ToolProvider.tsx";
import { rootOf } from "../../rootOf.ts";
import { useKept } from "../../timeline/useKept.ts";
import { answerContent } from "./answerContent.ts";
import { useOwnAnswer } from "./ownAnswers.ts";
import type { UnsentValueProps } from "./UnsentValue.tsx";

const Value = lazyComponent(
  () => import("./UnsentValue.tsx"),
  (module) => module.UnsentValue,
);

interface Kept {
  value: unknown;
}

/** Whether it asked a moment ago, so that whoever wrote has lost their place by its end. */
type WasAsking = RefObject<boolean>;

/** What somebody had written into an approval that ended before they sent it: a changed input, and a reason. */
export function UnsentApproval({
  call,
  tool,
  wasAsking,
}: {
  call: CallView;
  tool: ToolDetail | undefined;
  wasAsking: WasAsking;
}): ReactNode {
  const { id, approval } = call;
  const [draft] = useKept<Kept | null>(`edit-draft:${id}`, null);
  const [edited] = useKept<{ input: unknown } | null>(`edited:${id}`, null);
  const [reason] = useKept<string | null>(`denyReason:${approval?.id}`, null);
  const isSent = useOwnAnswer(approval?.id ?? "") === "sent";
  const schema = tool?.inputSchema ?? (approval?.inputSchema as JsonSchema | undefined);
  if (isSent) return null;
  const input = changedIn(approval?.askedInput ?? call.input, draft ? draft.value : edited?.input);
  return (
    <>
      {!isBlank(input) && <Unsent value={input} schema={schema} tool={tool} wasAsking={wasAsking} />}
      {!isBlank(reason) && <Unsent value={reason} wasAsking={wasAsking} />}
    </>
  );
}

/** What somebody had written into a question's form. */
export function UnsentAnswer({ question, wasAsking }: { question: Question; wasAsking: WasAsking }): ReactNode {
  const [draft] = useKept<Kept | null>(`answer:${question.id}`, null);
  const isSent = useOwnAnswer(question.id) === "sent";
  const schema = question.schema as JsonSchema | undefined;
  const content = draft && schema ? answerContent(schema, draft.value) : undefined;
  return !isSent && !isBlank(content) && <Unsent value={content} schema={schema} wasAsking={wasAsking} />;
}

/** They read on here, and can take it with them. */
function Unsent({ wasAsking, ...written }: UnsentValueProps & { wasAsking: WasAsking }): ReactNode {
  const { t } = useKit(askEnglish);
  const titleId = useId();
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = box;
    const row = current?.closest(".cb-call")?.querySelector("[data-row]");
    // The ask gave the focus to its row as it went: what is typed on must not press that.
    if (wasAsking.current && row && rootOf(row).activeElement === row) current?.focus({ preventScroll: true });
  }, [wasAsking]);
  return (
    <div ref={box} className="cb-approval-note" role="group" aria-labelledby={titleId} tabIndex={-1}>
      <p id={titleId} className="cb-call-note">
        {t("ask.unsent")}
      </p>
      <Suspense fallback={<div className="cb-output-pending" aria-busy="true" />}>
        <Value {...written} />
      </Suspense>
    </div>
  );
}

/** The parts of an input that are not as they were asked for. */
function changedIn(asked: unknown, input: unknown): unknown {
  if (sameJson(asked, input)) return undefined;
  if (!isRecord(asked) || !isRecord(input)) return input;
  return Object.fromEntries(Object.entries(input).filter(([key, value]) => !sameJson(asked[key], value)));
}

const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === "string" && value.trim() === "") ||
  (isRecord(value) && Object.values(value).every(isBlank));
