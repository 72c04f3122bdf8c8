"use client";
import type { Allowance, AnswerAction, ApprovalAnswer, QuestionAnswer, Timeline } from "@callboard/core";
import { useMemo } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { useStore, type Store } from "../useStore.ts";
import { askIndexOf, type ApprovalAsk, type Ask, type QuestionAsk } from "./askIndex.ts";
import { useTimeline } from "./useNode.ts";
import { useTimelineValue } from "./useTimelineValue.ts";
import { ableClient, isAble } from "../provider/clientAbilities.ts";

/**
 * All that waits for a person, and how to answer it. An answer rejects with `ToolClientError` where the client refuses
 * it.
 */
export interface Asks {
  /** Every pending ask at any depth, in the order of arrival. */
  asks: readonly Ask[];
  /** `input` runs in the place of what was asked; `scope: "session"` approves later calls of the tool too. */
  approve(
    ask: Pick<ApprovalAsk, "callId" | "approvalId">,
    options?: { input?: unknown; reason?: string; scope?: "session" },
  ): Promise<void>;
  deny(ask: Pick<ApprovalAsk, "callId" | "approvalId">, options?: { reason?: string }): Promise<void>;
  /** Answers a question; `content` fits its schema. */
  reply(question: Pick<QuestionAsk, "callId" | "id">, action: AnswerAction, content?: unknown): Promise<void>;
}

const none: readonly Ask[] = [];

/**
 * All that waits for a person in the nearest timeline: approvals, questions with a form, links.
 * @example
 * ```tsx
 * const { asks } = useAsks();
 * return <p>{asks.length} wait for you</p>;
 * ```
 */
export function useAsks(): Asks {
  const { client } = useKit();
  const timeline = useTimeline();
  const store = useMemo(() => timeline && asksStore(timeline), [timeline]);
  const asks = useStore(store) ?? none;
  return useMemo(() => {
    const answer = async (given: ApprovalAnswer | QuestionAnswer) => ableClient(client, "answer").answer(given);
    return {
      asks,
      approve: ({ callId, approvalId }, options) => answer({ ...options, callId, approvalId, decision: "approve" }),
      deny: ({ callId, approvalId }, options) => answer({ ...options, callId, approvalId, decision: "deny" }),
      reply: ({ callId, id: askId }, action, content) =>
        answer({ callId, askId, action, ...(content !== undefined && { content }) }),
    };
  }, [asks, client]);
}

/** The tools that run without asking in a session, and how to have them ask again where the client can. */
export interface Allowances {
  allowances: readonly Allowance[];
  revoke?: (allowance: Allowance) => Promise<void>;
}

const noAllowances: readonly Allowance[] = [];

/** The approvals of the nearest timeline that hold for its session. */
export function useAllowances(): Allowances {
  const { client } = useKit();
  const timeline = useTimeline();
  const allowances = useTimelineValue(timeline, allowancesOf) ?? noAllowances;
  return useMemo(
    () => ({
      allowances,
      ...(isAble(client, "revoke") && { revoke: ({ sessionId, tool }) => client.revoke({ sessionId, tool }) }),
    }),
    [allowances, client],
  );
}

function allowancesOf(timeline: Timeline): readonly Allowance[] {
  const { allowances } = timeline.getRoot();
  return allowances.length === 0 ? noAllowances : allowances;
}

function asksStore(timeline: Timeline): Store<readonly Ask[]> {
  const { subscribe, asks } = askIndexOf(timeline);
  return { subscribe, read: asks };
}
