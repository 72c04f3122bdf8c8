"use client";
import {
  createTimeline,
  type ConnectionState,
  type Timeline,
  type ToolClient,
  type ToolClientError,
} from "@callboard/core";
import { useEffect, useMemo, useState } from "react";
import { asClientError } from "../provider/asClientError.ts";
import { isAble } from "../provider/clientAbilities.ts";

/** A followed session: its timeline, the state of the connection, and the error where it cannot be read. */
export interface FollowedSession {
  timeline: Timeline;
  connection: ConnectionState;
  error: ToolClientError | null;
}

/** Follows a session's events for as long as the component is mounted; another `sessionId` begins a new timeline. */
export function useSession(client: ToolClient | undefined, sessionId: string | null): FollowedSession | null {
  const timeline = useMemo(() => (sessionId === null ? null : createTimeline({ sessionId })), [sessionId]);
  const [state, setState] = useState<{
    of: Timeline | null;
    connection: ConnectionState;
    error: ToolClientError | null;
  }>({
    of: null,
    connection: "connecting",
    error: null,
  });

  useEffect(() => {
    if (!timeline || sessionId === null || !isAble(client, "events")) return;
    const stop = new AbortController();
    const update = (change: { connection?: ConnectionState; error?: ToolClientError }) => {
      if (stop.signal.aborted) return;
      setState((before) => ({
        connection: change.connection ?? (before.of === timeline ? before.connection : "connecting"),
        error: change.error ?? (before.of === timeline ? before.error : null),
        of: timeline,
      }));
    };
    const follow = async () => {
      try {
        const options = { after: timeline.snapshot().lastSeq, signal: stop.signal };
        const batches = client.events(sessionId, { ...options, onState: (connection) => update({ connection }) });
        for await (const events of batches) timeline.apply(events);
      } catch (error) {
        update({ error: asClientError(error) });
      }
    };
    void follow();
    return () => stop.abort();
  }, [client, sessionId, timeline]);

  if (!timeline) return null;
  return state.of === timeline ? { ...state, timeline } : { timeline, connection: "connecting", error: null };
}
