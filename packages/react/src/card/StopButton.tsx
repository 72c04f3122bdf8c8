"use client";
import { Square } from "lucide-react";
import { useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { cardEnglish } from "../messages/en.ts";
import { rootOf } from "../rootOf.ts";
import { useCancel, type Cancel, type CancelTarget } from "./useCancel.ts";

/** How a call or an agent is stopped from its row. */
export interface Stop extends Cancel {
  /**
   * It can be stopped now; before and after, its place stays empty, so that nothing else comes to stand under the
   * pointer.
   */
  isPossible: boolean;
}

/** How a row is stopped; undefined where it was never possible. `callId` is what the client is asked about. */
export function useStop(target: CancelTarget, callId: string, isOver: boolean): Stop | undefined {
  const { client } = useKit();
  const [wasPossible, setWasPossible] = useState(false);
  const cancel = useCancel(client, target);
  const isPossible = !isOver && client?.cancel !== undefined && client.can?.(callId).cancel !== false;
  if (isPossible && !wasPossible) setWasPossible(true);
  return isPossible || wasPossible ? { ...cancel, isPossible } : undefined;
}

export function StopButton({ stop, name }: { stop: Stop; name: string }): ReactNode {
  const { t } = useKit(cardEnglish);
  const button = useRef<HTMLButtonElement>(null);
  const { isPossible } = stop;
  useLayoutEffect(() => {
    const { current } = button;
    // Whoever stopped it goes on at its row, which says so.
    if (!isPossible && current && rootOf(current).activeElement === current)
      (current.previousElementSibling as HTMLElement).focus();
  }, [isPossible]);
  const label = t(stop.isAsked ? "call.stopping" : "call.stop", { name });
  return (
    <button
      ref={button}
      type="button"
      className="cb-button cb-call-stop"
      data-variant="quiet"
      data-icon-only=""
      data-gone={!isPossible || undefined}
      aria-label={label}
      title={label}
      aria-disabled={stop.isAsked || undefined}
      disabled={!isPossible}
      onClick={stop.cancel}
    >
      <Square size={12} fill="currentColor" aria-hidden />
    </button>
  );
}

/** Why a row could not be stopped, below it, while it is at work. */
export const stopProblem = (stop: Stop | undefined): ReactNode =>
  stop?.isPossible &&
  stop.problem !== null && (
    <p className="cb-call-note" role="alert">
      {stop.problem}
    </p>
  );
