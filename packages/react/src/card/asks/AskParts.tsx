"use client";
import type { ToolClientError } from "@callboard/core";
import { Ban, Check, type LucideIcon } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { useKit } from "../../provider/ToolProvider.tsx";
import { askEnglish } from "../../messages/askEnglish.ts";
import type { Translate } from "../../messages/messages.ts";
import { formatDuration } from "../formatDuration.ts";
import { useOwnAnswer } from "./ownAnswers.ts";
import type { PendingAnswer } from "./usePendingAnswer.ts";

export interface AnswerButtonProps {
  pending: PendingAnswer;
  which: string;
  /** What it does, in words. */
  words: ReactNode;
  /** The element that says what the answer is about. */
  about: string;
  /** Null for none. */
  icon?: LucideIcon | null;
  /** The id of the words that say why it cannot be pressed yet. */
  blockedBy?: string | undefined;
  type?: "button" | "submit";
  onPress?: () => void;
}

/**
 * One of the answers. It keeps its words and its width while it is under way, and stays in the order of the keyboard
 * where it cannot be pressed.
 */
export function AnswerButton({
  pending,
  which,
  words,
  about,
  icon: Icon = which === "approve" ? Check : Ban,
  blockedBy,
  type = "button",
  onPress,
}: AnswerButtonProps): ReactNode {
  const { sent, isSettled } = pending;
  const isBlocked = blockedBy !== undefined;
  return (
    <button
      type={type}
      className="cb-button cb-approval-button"
      data-decision={which}
      data-pending={sent === which || undefined}
      aria-disabled={sent !== null || isSettled || isBlocked || undefined}
      aria-busy={sent === which || undefined}
      aria-describedby={isBlocked ? `${about} ${blockedBy}` : about}
      onClick={() => {
        if (!isBlocked) onPress?.();
      }}
    >
      {Icon && <Icon size={16} aria-hidden />}
      <span>{words}</span>
    </button>
  );
}

interface AnswerStateProps {
  pending: PendingAnswer;
  /** A form says that the answer is under way. */
  isSaid?: boolean;
}

/** What became of an answer: that it is under way, and why it was not taken. */
export function AnswerState({ pending, isSaid = false }: AnswerStateProps): ReactNode {
  const { t } = useKit(askEnglish);
  const { sent, error } = pending;
  return (
    <>
      {!isSaid && (
        <span className="cb-visually-hidden" role="status">
          {sent !== null && t("approval.sending")}
        </span>
      )}
      {error && (
        <p className="cb-approval-error" role="alert">
          {refusalWords(error, t)}
        </p>
      )}
    </>
  );
}

/** Whether the host was not reached, so that trying again may help. */
export const isUnreached = ({ status, code }: ToolClientError): boolean => status === 0 && code !== "not_supported";

/** Why an answer was not taken, and what can be done. */
export function refusalWords(error: ToolClientError, t: Translate<keyof typeof askEnglish>): string {
  const { status, code, message } = error;
  if (isUnreached(error)) return t("approval.unreachable");
  if (code === "approval_expired" || code === "question_expired") return t("approval.expired");
  return status === 409 && code !== "tool_changed"
    ? t("approval.answeredElsewhere")
    : t("approval.failed", { message });
}

/** That an answer of this page did not count. What was done instead stands beside it. */
export function LateNote({ askId }: { askId: string }): ReactNode {
  const { t } = useKit(askEnglish);
  if (useOwnAnswer(askId) !== "late") return null;
  return (
    <p className="cb-call-note" role="alert">
      {t("approval.late")}
    </p>
  );
}

/** How long an answer is still taken. */
export function Expiry({ at }: { at: number }): ReactNode {
  const { t, locale } = useKit(askEnglish);
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, []);
  // The server's clock is not the reader's, so the remaining time appears with the first tick in the browser.
  if (now === null) return <p className="cb-call-note">&nbsp;</p>;
  const left = at - now;
  const whole = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "medium" }).format(at);
  return (
    <p className="cb-call-note cb-approval-expiry">
      <time dateTime={new Date(at).toISOString()} title={whole}>
        {left > 0 ? t("approval.expires", { duration: roughly(left, locale) }) : t("approval.expired")}
      </time>
    </p>
  );
}

/** The remaining time, in minutes while there are several: seconds that count down distract. */
function roughly(milliseconds: number, locale: string): string {
  const step = milliseconds > 120_000 ? 60_000 : 1000;
  return formatDuration(Math.ceil(milliseconds / step) * step, locale, 0);
}
