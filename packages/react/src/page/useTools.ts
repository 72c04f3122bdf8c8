"use client";
import type { ToolClient, ToolClientError, ToolListing } from "@callboard/core";
import { useCallback, useEffect, useRef, useState } from "react";
import { asClientError } from "../provider/asClientError.ts";

const restMs = 10_000;

/** The listed tools of a client; read again when the window comes back into focus, at most every ten seconds. A list once shown stays while it is read again. */
export function useTools(client: ToolClient | undefined) {
  const [state, setState] = useState<{
    of: ToolClient | undefined;
    tools: ToolListing[] | null;
    error: ToolClientError | null;
  }>({ of: client, tools: null, error: null });
  const readAt = useRef(0);
  const turn = useRef(0);

  const read = useCallback(() => {
    if (!client?.tools) return;
    const mine = ++turn.current;
    readAt.current = Date.now();
    const settle = (next: { tools: ToolListing[] } | { error: ToolClientError }) => {
      // An answer that a later question has overtaken is dropped.
      if (mine !== turn.current) return;
      setState((before) => {
        const kept = before.of === client ? before.tools : null;
        return "tools" in next
          ? { of: client, tools: next.tools, error: null }
          : { of: client, tools: kept, error: next.error };
      });
    };
    client.tools().then(
      (tools) => settle({ tools }),
      (error: unknown) => settle({ error: asClientError(error) }),
    );
  }, [client]);

  useEffect(() => {
    read();
    const onFocus = () => {
      if (document.visibilityState === "visible" && Date.now() - readAt.current > restMs) read();
    };
    window.addEventListener("focus", onFocus);
    document.addEventListener("visibilitychange", onFocus);
    return () => {
      turn.current++;
      window.removeEventListener("focus", onFocus);
      document.removeEventListener("visibilitychange", onFocus);
    };
  }, [read]);

  const retry = useCallback(() => {
    setState((before) => ({ ...before, error: null }));
    read();
  }, [read]);
  return state.of === client ? { tools: state.tools, error: state.error, retry } : { tools: null, error: null, retry };
}
