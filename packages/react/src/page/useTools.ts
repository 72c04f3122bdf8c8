"use client";
import type { ToolClient, ToolClientError, ToolListing } from "@callboard/core";
import { useCallback, useEffect, useState } from "react";
import { asClientError } from "../provider/asClientError.ts";

const restMs = 10_000;

/** The listed tools of a client; read again when the window comes back into focus, at most every ten seconds. A list once shown stays while it is read again. */
export function useTools(client: ToolClient | undefined) {
  const [state, setState] = useState<{
    of: ToolClient | undefined;
    tools: ToolListing[] | null;
    error: ToolClientError | null;
  }>({ of: client, tools: null, error: null });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (!client?.tools) return;
    let turn = 0;
    let readAt = 0;
    const read = () => {
      const mine = ++turn;
      readAt = Date.now();
      // An answer that a later question, or the end of this one, has overtaken is dropped.
      client.tools!().then(
        (tools) => mine === turn && setState({ of: client, tools, error: null }),
        (cause: unknown) => {
          if (mine !== turn) return;
          const error = asClientError(cause);
          setState((before) => ({ of: client, tools: before.of === client ? before.tools : null, error }));
        },
      );
    };
    const onFocus = () => {
      if (document.visibilityState === "visible" && Date.now() - readAt > restMs) read();
    };
    read();
    window.addEventListener("focus", onFocus);
    document.addEventListener("visibilitychange", onFocus);
    return () => {
      turn = 0;
      window.removeEventListener("focus", onFocus);
      document.removeEventListener("visibilitychange", onFocus);
    };
  }, [client, attempt]);

  const retry = useCallback(() => {
    setState((before) => ({ ...before, error: null }));
    setAttempt((count) => count + 1);
  }, []);
  return state.of === client ? { tools: state.tools, error: state.error, retry } : { tools: null, error: null, retry };
}
