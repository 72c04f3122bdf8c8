"use client";
import { ToolClientError } from "@callboard/core";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import { useCallboard } from "../provider/ToolProvider.tsx";
import { askIndexOf, type Ask } from "./askIndex.ts";
import { useTimeline } from "./useNode.ts";

/** What waits for an answer, and the answers. They reject with `ToolClientError` where the client refuses. */
export interface Approvals {
  /** Every pending ask at any depth, in the order in which they came. */
  asks: readonly Ask[];
  approve(ask: Pick<Ask, "callId" | "approvalId">, options?: { input?: unknown; reason?: string }): Promise<void>;
  deny(ask: Pick<Ask, "callId" | "approvalId">, options?: { reason?: string }): Promise<void>;
}

const none: readonly Ask[] = [];
const silent = () => () => {};

/**
 * The asks of the nearest timeline, and how to answer them.
 * @example
 * ```tsx
 * const { asks, approve } = useApprovals();
 * return asks.map((ask) => <button onClick={() => approve(ask)}>{ask.call.title}</button>);
 * ```
 */
export function useApprovals(): Approvals {
  const { client } = useCallboard();
  const timeline = useTimeline();
  const index = useMemo(() => (timeline ? askIndexOf(timeline) : null), [timeline]);
  const read = () => index?.asks() ?? none;
  const asks = useSyncExternalStore(index?.subscribe ?? silent, read, read);
  return useMemo(() => {
    const answer = async (decision: "approve" | "deny", ask: Pick<Ask, "callId" | "approvalId">, more: object = {}) => {
      if (!client?.answer) {
        throw new ToolClientError(
          "This page cannot answer approvals: its client has no `answer`. Give the provider one.",
          {
            code: "not_supported",
            status: 0,
          },
        );
      }
      await client.answer({ ...more, callId: ask.callId, approvalId: ask.approvalId, decision });
    };
    return {
      asks,
      approve: (ask, options) => answer("approve", ask, options),
      deny: (ask, options) => answer("deny", ask, options),
    };
  }, [asks, client]);
}

/** True while a call somewhere below this agent or call waits for an answer. */
export function useWaitingBelow(id: string): boolean {
  const timeline = useTimeline();
  const index = useMemo(() => (timeline ? askIndexOf(timeline) : null), [timeline]);
  const subscribe = useCallback((listener: () => void) => index?.subscribe(listener) ?? (() => {}), [index]);
  const read = () => index?.isWaitingBelow(id) ?? false;
  return useSyncExternalStore(subscribe, read, read);
}
