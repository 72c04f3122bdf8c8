"use client";
import type { ToolClient } from "@callboard/core";
import { useState } from "react";
import { cardEnglish } from "../messages/en.ts";
import { asClientError } from "../provider/asClientError.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { ableClient } from "../provider/clientAbilities.ts";

/** What is stopped: a call, or an agent with all below it. */
export type CancelTarget = { callId: string } | { agentId: string };

/** The stopping of a call or an agent. */
export interface Cancel {
  /** It was asked for, and the log does not show the end yet. */
  isAsked: boolean;
  /** Why it was refused, in words; null while nothing was. */
  problem: string | null;
  cancel(): void;
}

/** Stops a call or an agent, once. A refusal is said, and it can be asked for again. */
export function useCancel(client: ToolClient | undefined, target: CancelTarget): Cancel {
  const { t } = useKit(cardEnglish);
  const [isAsked, setAsked] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  return {
    isAsked,
    problem,
    cancel() {
      if (isAsked) return;
      setAsked(true);
      setProblem(null);
      const stop = async () => ableClient(client, "cancel").cancel(target);
      stop().catch((cause: unknown) => {
        const { status, message } = asClientError(cause);
        setAsked(false);
        // It has ended meanwhile, which its row shows.
        if (status !== 409) setProblem(t("call.stopFailed", { message }));
      });
    },
  };
}
