"use client";
import { ToolClientError, type Timeline } from "@callboard/core";
import { useMemo } from "react";
import { useTimeline } from "../../timeline/useNode.ts";
import { useStore } from "../../useStore.ts";

/**
 * What became of this page's answer to an ask: it is on its way or taken, or it came after another one or after the
 * end.
 */
type OwnAnswer = "sent" | "late";

const answersByTimeline = new WeakMap<Timeline, Map<string, OwnAnswer>>();
const listeners = new Set<() => void>();

function note(timeline: Timeline | undefined, askId: string, answer: OwnAnswer | undefined): void {
  if (!timeline) return;
  const answers = answersByTimeline.get(timeline) ?? new Map<string, OwnAnswer>();
  answersByTimeline.set(timeline, answers);
  if (answer) answers.set(askId, answer);
  else answers.delete(askId);
  for (const listener of [...listeners]) listener();
}

/** Notes that an answer of this page is on its way. */
export function noteSent(timeline: Timeline | undefined, askId: string): void {
  note(timeline, askId, "sent");
}

/**
 * Notes that an answer of this page was not taken; and where the ask had its answer or its end, that its card says so,
 * whoever has drawn the ask.
 */
export function noteRefused(timeline: Timeline | undefined, askId: string, error: unknown): void {
  // A tool that has changed asks anew, and says so there.
  const isLate = error instanceof ToolClientError && error.status === 409 && error.code !== "tool_changed";
  note(timeline, askId, isLate ? "late" : undefined);
}

/** What became of this page's answer to an ask; undefined where it gave none. */
export function useOwnAnswer(askId: string): OwnAnswer | undefined {
  const timeline = useTimeline();
  const store = useMemo(
    () => ({
      subscribe(listener: () => void) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      read: () => timeline && answersByTimeline.get(timeline)?.get(askId),
      readOnServer: () => undefined,
    }),
    [timeline, askId],
  );
  return useStore(store);
}
