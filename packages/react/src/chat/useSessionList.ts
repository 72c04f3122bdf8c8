"use client";
import type { SessionSummary, ToolClient } from "@callboard/core";
import { useCallback, useEffect, useState } from "react";

/** The chats; null until they were read once. */
export interface SessionListState {
  sessions: SessionSummary[] | null;
  failed: boolean;
  refresh: () => void;
  /** A chat has another name, which need not be read anew. */
  renamed: (sessionId: string, title: string) => void;
}

const POLL_MS = 3000;

/** Reads the chats, again when another is opened, when the window is looked at, and every few seconds while one of them is at work. */
export function useSessionList(client: ToolClient | undefined, selected: string | null): SessionListState {
  const [state, setState] = useState<{ sessions: SessionSummary[] | null; failed: boolean }>({
    sessions: null,
    failed: false,
  });
  const [version, setVersion] = useState(0);
  const refresh = useCallback(() => setVersion((count) => count + 1), []);
  useEffect(() => {
    if (!client?.sessions) return;
    let current = true;
    client.sessions().then(
      (sessions) => current && setState({ sessions, failed: false }),
      () => current && setState((before) => ({ ...before, failed: true })),
    );
    return () => {
      current = false;
    };
  }, [client, selected, version]);

  useEffect(() => {
    window.addEventListener("focus", refresh);
    return () => window.removeEventListener("focus", refresh);
  }, [refresh]);

  // A chat that was opened just now may be at work before the list says so.
  const going = state.sessions?.some((one) => one.status !== "idle" || one.id === selected) ?? false;
  useEffect(() => {
    if (!going) return;
    const timer = setInterval(refresh, POLL_MS);
    return () => clearInterval(timer);
  }, [going, refresh]);

  const renamed = useCallback((sessionId: string, title: string) => {
    setState((before) => ({
      ...before,
      sessions: before.sessions?.map((one) => (one.id === sessionId ? { ...one, title } : one)) ?? null,
    }));
  }, []);
  return { ...state, refresh, renamed };
}
