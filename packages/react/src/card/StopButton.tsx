"use client";
import { Square } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { cardEnglish } from "../messages/en.ts";

/** How a call or an agent is stopped from its row. */
export interface Stop {
  target: { callId: string } | { agentId: string };
  /** It can be stopped now; before and after, its place stays empty, so that nothing else comes to stand under the pointer. */
  isPossible: boolean;
}

/** How a row is stopped; undefined where it was never possible. `callId` is what the client is asked about. */
export function useStop(target: Stop["target"], callId: string, isOver: boolean): Stop | undefined {
  const { client } = useKit();
  const [wasPossible, setWasPossible] = useState(false);
  const isPossible = !isOver && client?.cancel !== undefined && client.can?.(callId).cancel !== false;
  if (isPossible && !wasPossible) setWasPossible(true);
  return isPossible || wasPossible ? { target, isPossible } : undefined;
}

export function StopButton({ stop: { target, isPossible }, name }: { stop: Stop; name: string }): ReactNode {
  const { t, client } = useKit(cardEnglish);
  const [asked, setAsked] = useState(false);
  const stop = async () => {
    setAsked(true);
    try {
      await client!.cancel!(target);
    } catch {
      // It has ended meanwhile, which its row shows, or the host is out of reach: it can be asked again.
      setAsked(false);
    }
  };
  const label = t(asked ? "call.stopping" : "call.stop", { name });
  return (
    <button
      type="button"
      className="cb-button cb-call-stop"
      data-variant="quiet"
      data-icon-only=""
      data-gone={!isPossible || undefined}
      aria-label={label}
      title={label}
      aria-disabled={asked || undefined}
      disabled={!isPossible}
      onClick={() => !asked && void stop()}
    >
      <Square size={12} fill="currentColor" aria-hidden />
    </button>
  );
}
