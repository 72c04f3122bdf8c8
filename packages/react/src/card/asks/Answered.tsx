"use client";
import type { Approval, CallView, JsonSchema, Question, ToolClientError } from "@callboard/core";
import { Ban, Check } from "lucide-react";
import { workedTime } from "@callboard/core/timeline";
import { useRef, useState, type ReactNode } from "react";
import { askEnglish } from "../../messages/askEnglish.ts";
import { formEnglish } from "../../messages/en.ts";
import type { MessageParams } from "../../messages/messages.ts";
import { asClientError } from "../../provider/asClientError.ts";
import { useKit } from "../../provider/ToolProvider.tsx";
import { useAllowances } from "../../timeline/useAsks.ts";
import { formatDuration } from "../formatDuration.ts";
import { useFocusAfter } from "../useFocusAfter.ts";
import { isUnreached } from "./AskParts.tsx";
import { answerWords } from "./answerWords.ts";
import { Changes } from "./Changes.tsx";
import { ExactValue, Visible } from "./ExactValue.tsx";
import { inputChanges } from "./inputChanges.ts";
import { OfferWords } from "./Offers.tsx";
import { placeAfterAsk } from "./placeAfterAsk.ts";

const questionWords = { ...askEnglish, ...formEnglish };

interface AnsweredApprovalProps {
  call: CallView;
  approval: Approval;
  name: string;
  schema: JsonSchema | undefined;
}

/** Who waits for less, in milliseconds, has lost no time by it. */
const WORTH_SAYING = 60_000;

/** How an approval was answered, by whom, and what was changed in what was asked. */
export function AnsweredApproval({ call, approval, name, schema }: AnsweredApprovalProps): ReactNode {
  const { t, locale, user, nameOf } = useKit(askEnglish);
  const { state, by, reason, input, askedInput, scope, allowance, offers } = approval;
  const offer = offers?.find(({ id }) => id === approval.offer);
  if (state === "expired" || state === "pending") return null;
  const answer = () => {
    if (allowance !== undefined) return t("approval.allowed");
    if (by !== undefined && by === user) return t(`approval.${state}ByYou`);
    const person = by === undefined ? undefined : nameOf?.(by);
    return person === undefined ? t(`approval.${state}`) : t(`approval.${state}By`, { by: person });
  };
  const { wait } = call;
  const until = !wait || wait.begins ? 0 : wait.at;
  const waited = until - workedTime(wait, 0, until);
  const isEdited = input !== undefined && inputChanges(askedInput, input).length > 0;
  return (
    <div className="cb-approval-note cb-call-note">
      <p>
        {state === "approved" ? <Check size={14} aria-hidden /> : <Ban size={14} aria-hidden />}
        {waited < WORTH_SAYING
          ? answer()
          : `${answer()} · ${t("approval.waited", { duration: formatDuration(waited, locale) })}`}
      </p>
      {state === "approved" && reason !== undefined && reason !== "" && <p className="cb-call-note">{reason}</p>}
      {offer && (
        <p className="cb-call-note" dir="auto">
          <OfferWords offer={offer} />
        </p>
      )}
      {(scope === "session" || allowance !== undefined) && <AllowanceNote tool={call.tool} name={name} />}
      {isEdited && (
        <details className="cb-call-section">
          <summary>{t("approval.edited")}</summary>
          <div>
            <Changes before={askedInput} after={input} schema={schema} />
          </div>
        </details>
      )}
    </div>
  );
}

/** That a tool runs without asking, and how to change that; nothing once it asks again. */
export function AllowanceNote({ tool, name }: { tool: string; name: string }): ReactNode {
  const { t } = useKit(askEnglish);
  const { allowances, revoke } = useAllowances();
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<ToolClientError | null>(null);
  const allowance = allowances.find((one) => one.tool === tool);
  if (!allowance) return null;
  const askAgain = async () => {
    if (isSending) return;
    setSending(true);
    setError(null);
    // Nothing is allowed any more once the log says so.
    await revoke!(allowance).catch((cause: unknown) => setError(asClientError(cause)));
    setSending(false);
  };
  return (
    <Focused>
      {t("approval.allowedAll", { name })}{" "}
      {revoke && (
        <button
          type="button"
          className="cb-inline-button"
          aria-disabled={isSending || undefined}
          onClick={() => void askAgain()}
        >
          {t("approval.revoke", { name })}
        </button>
      )}
      {error && (
        <p className="cb-approval-error" role="alert">
          {isUnreached(error)
            ? t("approval.revokeUnreachable", { name })
            : t("approval.revokeFailed", { name, message: error.message })}
        </p>
      )}
    </Focused>
  );
}

/** What goes by itself, and hands on the focus of whoever was in it. */
function Focused({ children }: { children: ReactNode }): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  useFocusAfter(box, placeAfterAsk);
  return <div ref={box}>{children}</div>;
}

/** A question and the answer that it got, in one line that opens into both. */
export function AnsweredQuestion({ question }: { question: Question }): ReactNode {
  const { t, locale, user, nameOf } = useKit(questionWords);
  const { state, message, content, by } = question;
  const schema = question.schema as JsonSchema | undefined;
  if (state === "pending") return null;
  const asked = (
    <span dir="auto">
      <Visible text={message} />
    </span>
  );
  // Its row says that nobody answered in time.
  if (state === "expired")
    return (
      <div className="cb-approval-note cb-call-note">
        <p>
          <Ban size={14} aria-hidden />
          {asked}
        </p>
      </div>
    );
  const isAccepted = state === "accepted";
  const said = isAccepted ? answerWords(content, schema, { locale, yes: t("form.yes"), no: t("form.no") }) : null;
  const how = said === null ? (isAccepted ? "accepted" : "declined") : "said";
  const answer: MessageParams = said === null ? {} : { answer: `\u2068${said}\u2069` };
  const person = by === undefined ? undefined : nameOf?.(by);
  const line =
    by !== undefined && by === user
      ? t(`ask.${how}ByYou`, answer)
      : person === undefined
        ? t(`ask.${how}`, answer)
        : t(`ask.${how}By`, { ...answer, by: person });
  return (
    <details className="cb-call-section cb-answered cb-call-note">
      <summary>
        {isAccepted ? <Check size={14} aria-hidden /> : <Ban size={14} aria-hidden />}
        <span>{line}</span>
      </summary>
      <div>
        <p>{asked}</p>
        {content !== undefined && <ExactValue value={content} schema={schema} label={t("ask.given")} />}
      </div>
    </details>
  );
}
