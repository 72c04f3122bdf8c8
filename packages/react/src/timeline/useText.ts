"use client";
import type { TextView } from "@callboard/core";
import { useCallback, useSyncExternalStore } from "react";
import { useTimeline } from "./useNode.ts";

/** A piece of an agent's text by its id, live; `undefined` until it has appeared. */
export function useText(id: string): TextView | undefined {
  const timeline = useTimeline();
  const subscribe = useCallback(
    (listener: () => void) => (timeline ? timeline.subscribeNode(id, listener) : () => {}),
    [timeline, id],
  );
  const read = () => timeline?.getNode(id);
  const node = useSyncExternalStore(subscribe, read, read);
  return node?.kind === "text" || node?.kind === "reasoning" ? node : undefined;
}
