"use client";
import {
  colleagueClient,
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
  /**
   * False where the host says that the session is another person's: `colleagueClient` is what its reader may do.
   * Undefined where it says nothing.
   */
  isOwn?: boolean | undefined;
}

type SessionState = Omit<FollowedSession, "timeline">;

const begun: SessionState = { connection: "connecting", error: null, isOwn: undefined };

/** Follows a session's events for as long as the component is mounted; another `sessionId` begins a new timeline. */
export function useSession(client: ToolClient | undefined, sessionId: string | null): FollowedSession | null {
  const timeline = useMemo(() => (sessionId === null ? null : createTimeline({ sessionId })), [sessionId]);
  const [state, setState] = useState<SessionState & { of: Timeline | null }>({ ...begun, of: null });

  useEffect(() => {
    if (!timeline || sessionId === null || !isAble(client, "events")) return;
    const stop = new AbortController();
    const update = (change: Partial<SessionState>) => {
      if (stop.signal.aborted) return;
      setState((before) => ({ ...(before.of === timeline ? before : begun), ...change, of: timeline }));
    };
    const follow = async () => {
      try {
        const batches = client.events(sessionId, {
          after: timeline.snapshot().lastSeq,
          signal: stop.signal,
          onState: (connection) => update({ connection }),
          onOwn: (isOwn) => update({ isOwn }),
        });
        for await (const events of batches) timeline.apply(events);
      } catch (error) {
        update({ error: asClientError(error) });
      }
    };
    void follow();
    return () => stop.abort();
  }, [client, sessionId, timeline]);

  if (!timeline) return null;
  return { ...(state.of === timeline ? state : begun), timeline };
}

/** What a session's reader may do in it, of what the client can. */
export const readerClient = <Client extends ToolClient | undefined>(
  client: Client,
  session: FollowedSession | null,
): Client | ToolClient => (client && session?.isOwn === false ? colleagueClient(client) : client);
