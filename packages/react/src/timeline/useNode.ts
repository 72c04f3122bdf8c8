"use client";
import type { AgentView, CallView, NodeView, TextView, Timeline } from "@callboard/core";
import { isFinal } from "@callboard/core/timeline";
import { useMemo } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { useStore, type Store } from "../useStore.ts";
import { firstText } from "./firstText.ts";

/** The nearest provider's timeline, if there is one. */
export function useTimeline(): Timeline | undefined {
  return useKit().timeline;
}

/** A node of the nearest timeline; the component renders again when that node changes, and for no other. */
function useNode(id: string): NodeView | undefined {
  const timeline = useTimeline();
  return useStore(useMemo(() => timeline && nodeStore(timeline, id), [timeline, id]));
}

/** A call by its id, live; `undefined` until it has appeared. */
export function useCall(callId: string): CallView | undefined {
  const node = useNode(callId);
  return node?.kind === "call" ? node : undefined;
}

/**
 * A call as a closed row shows it, live: the same object while only its arguments or its output grow. What else is
 * drawn of a call needs `useCall`.
 */
export function useCallRow(callId: string): CallView | undefined {
  const timeline = useTimeline();
  return useStore(useMemo(() => timeline && rowStore(timeline, callId), [timeline, callId]));
}

/** The first text of a call's input, live: `undefined` until it is whole. */
export function useFirstText(callId: string): string | undefined {
  const timeline = useTimeline();
  return useStore(useMemo(() => timeline && textStore(timeline, callId), [timeline, callId]));
}

/** An agent by its id, live; `undefined` until it has appeared. */
export function useAgent(agentId: string): AgentView | undefined {
  const node = useNode(agentId);
  return node?.kind === "agent" ? node : undefined;
}

/** A piece of an agent's text by its id, live; `undefined` until it has appeared. */
export function useText(id: string): TextView | undefined {
  const node = useNode(id);
  return node?.kind === "text" || node?.kind === "reasoning" ? node : undefined;
}

function nodeStore(timeline: Timeline, id: string): Store<NodeView | undefined> {
  return { subscribe: (listener) => timeline.subscribeNode(id, listener), read: () => timeline.getNode(id) };
}

function textStore(timeline: Timeline, id: string): Store<string | undefined> {
  return {
    subscribe: (listener) => timeline.subscribeNode(id, listener),
    read() {
      const node = timeline.getNode(id);
      return node?.kind === "call" ? firstText(node) : undefined;
    },
  };
}

function rowStore(timeline: Timeline, id: string): Store<CallView | undefined> {
  let last: CallView | undefined;
  return {
    subscribe: (listener) => timeline.subscribeNode(id, listener),
    read() {
      const node = timeline.getNode(id);
      const call = node?.kind === "call" ? node : undefined;
      if (!last || !call || !isSameRow(last, call)) last = call;
      return last;
    },
  };
}

/** What grows while a call is written and runs, and no row says. */
const GROWING: ReadonlySet<string> = new Set(["input", "given", "inputText", "inputPath", "outputText", "output"]);

function isSameRow(one: CallView, other: CallView): boolean {
  if (one === other) return true;
  // A result may stand below its row.
  if (isFinal(other.status) && one.output !== other.output) return false;
  // Agents are only added.
  if (one.agents.length !== other.agents.length) return false;
  return (Object.keys(other) as (keyof CallView)[]).every(
    (field) => field === "agents" || GROWING.has(field) || one[field] === other[field],
  );
}
