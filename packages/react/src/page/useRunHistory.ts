"use client";
import { isFinal, type CallSummary, type ToolClient } from "@callboard/core";
import { useCallback, useEffect, useState } from "react";

/** A tool's runs, newest first; null until they were read once. */
export interface RunHistoryState {
  calls: CallSummary[] | null;
  failed: boolean;
  refresh: () => void;
}

const POLL_MS = 3000;

/** Reads a tool's runs, again when asked, when the window is looked at, and every few seconds while one of them is going. */
export function useRunHistory(client: ToolClient, slug: string): RunHistoryState {
  const [state, setState] = useState<{ calls: CallSummary[] | null; failed: boolean }>({ calls: null, failed: false });
  const [version, setVersion] = useState(0);
  const refresh = useCallback(() => setVersion((count) => count + 1), []);
  useEffect(() => {
    if (!client.calls) return;
    let current = true;
    client.calls(slug).then(
      (calls) => current && setState({ calls, failed: false }),
      () => current && setState((before) => ({ ...before, failed: true })),
    );
    return () => {
      current = false;
    };
  }, [client, slug, version]);

  useEffect(() => {
    window.addEventListener("focus", refresh);
    return () => window.removeEventListener("focus", refresh);
  }, [refresh]);

  const going = state.calls?.some((call) => !isFinal(call.status)) ?? false;
  useEffect(() => {
    if (!going) return;
    const timer = setInterval(refresh, POLL_MS);
    return () => clearInterval(timer);
  }, [going, refresh]);
  return { ...state, refresh };
}
