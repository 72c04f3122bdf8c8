"use client";
import type { ApprovalAnswer, QuestionAnswer, ToolClientError } from "@callboard/core";
import { useRef, useState } from "react";
import { asClientError } from "../../provider/asClientError.ts";
import { useKit } from "../../provider/ToolProvider.tsx";
import { useTimeline } from "../../timeline/useNode.ts";
import { noteRefused, noteSent } from "./ownAnswers.ts";
import { ableClient } from "../../provider/clientAbilities.ts";

/** An answer on its way: what was sent, what was refused, and whether nothing more can be said. */
export interface PendingAnswer {
  /** Which of the answers is under way. */
  sent: string | null;
  error: ToolClientError | null;
  /** It was answered elsewhere, or is gone: no further answer can count. */
  isSettled: boolean;
  send(which: string, answer: ApprovalAnswer | QuestionAnswer): Promise<void>;
}

/**
 * Sends answers one at a time. What is asked is drawn from the log, so it changes when the log does, not when the host
 * has answered.
 */
export function usePendingAnswer(): PendingAnswer {
  const { client } = useKit();
  const timeline = useTimeline();
  const [sent, setSent] = useState<string | null>(null);
  const [error, setError] = useState<ToolClientError | null>(null);
  const isSending = useRef(false);
  const isSettled = error?.status === 409 || error?.status === 404;
  return {
    sent,
    error,
    isSettled,
    async send(which, answer) {
      if (isSending.current || isSettled) return;
      const askId = "askId" in answer ? answer.askId : answer.approvalId;
      isSending.current = true;
      noteSent(timeline, askId);
      setSent(which);
      setError(null);
      try {
        await ableClient(client, "answer").answer(answer);
      } catch (cause) {
        isSending.current = false;
        noteRefused(timeline, askId, cause);
        setError(asClientError(cause));
        setSent(null);
      }
    },
  };
}
