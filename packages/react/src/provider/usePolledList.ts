"use client";
import { useCallback, useEffect, useState } from "react";

/** A list of a host; `items` is null until the first read succeeds. */
export interface PolledList<Item> {
  items: Item[] | null;
  failed: boolean;
  refresh: () => void;
  /** Replaces items in place, or takes out those that become null, for a change that needs no other read. */
  change: (edit: (item: Item) => Item | null) => void;
}

const POLL_INTERVAL = 3000;

/**
 * Reads a list: at once, on `refresh`, when `trigger` changes, when the window regains focus, and every few seconds
 * while an item is live. A failed read keeps the last list. `load` keeps its identity between renders.
 */
export function usePolledList<Item>(
  load: (() => Promise<Item[]>) | undefined,
  isLive: (item: Item) => boolean,
  trigger?: unknown,
): PolledList<Item> {
  const [state, setState] = useState<{ items: Item[] | null; failed: boolean }>({ items: null, failed: false });
  const [version, setVersion] = useState(0);
  const refresh = useCallback(() => setVersion((count) => count + 1), []);
  useEffect(() => {
    if (!load) return;
    let isCurrent = true;
    load().then(
      (items) => isCurrent && setState({ items, failed: false }),
      () => isCurrent && setState((before) => ({ ...before, failed: true })),
    );
    return () => {
      isCurrent = false;
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new version or trigger asks for another read
  }, [load, version, trigger]);

  useEffect(() => {
    window.addEventListener("focus", refresh);
    return () => window.removeEventListener("focus", refresh);
  }, [refresh]);

  const polls = state.items?.some(isLive) ?? false;
  useEffect(() => {
    if (!polls) return;
    const timer = setInterval(refresh, POLL_INTERVAL);
    return () => clearInterval(timer);
  }, [polls, refresh]);

  const change = useCallback((edit: (item: Item) => Item | null) => {
    setState((before) => ({ ...before, items: before.items?.map(edit).filter((item) => item !== null) ?? null }));
  }, []);
  return { ...state, refresh, change };
}
