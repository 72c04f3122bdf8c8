"use client";
import { Fragment, useLayoutEffect, useRef, type ReactNode } from "react";
import type { CallAsksProps } from "./callAsksProps.ts";
import { AnsweredApproval, AnsweredQuestion } from "./Answered.tsx";
import { LateNote } from "./AskParts.tsx";
import { ApprovalPanel } from "./ApprovalPanel.tsx";
import { QuestionPanel } from "./QuestionPanel.tsx";
import { UnsentAnswer, UnsentApproval } from "./Unsent.tsx";

/** All that a call asks and has asked. */
export function CallAsks({ call, name, tool }: CallAsksProps): ReactNode {
  const { approval, questions, status } = call;
  const isWritten = status === "awaiting-approval" && approval?.state === "pending";
  const isWriting = !approval && (status === "requested" || status === "ready");
  const isAsking = isWritten || isWriting || status === "awaiting-input";
  const wasAsking = useRef(isAsking);
  useLayoutEffect(() => {
    wasAsking.current = isAsking;
  });
  return (
    <>
      {(isWritten || isWriting) && (
        <ApprovalPanel key={call.id} call={call} approval={approval} name={name} tool={tool} />
      )}
      {approval && approval.state !== "pending" && (
        <>
          <AnsweredApproval call={call} approval={approval} name={name} schema={tool?.inputSchema} />
          <LateNote askId={approval.id} />
        </>
      )}
      {!isWritten && !isWriting && <UnsentApproval call={call} tool={tool} wasAsking={wasAsking} />}
      {questions.map((question) =>
        question.state === "pending" && status === "awaiting-input" ? (
          <QuestionPanel key={question.id} call={call} question={question} name={name} />
        ) : (
          <Fragment key={question.id}>
            <AnsweredQuestion question={question} />
            <LateNote askId={question.id} />
            <UnsentAnswer question={question} wasAsking={wasAsking} />
          </Fragment>
        ),
      )}
    </>
  );
}
