"use client";
import type { ToolClient, ToolClientError, ToolListing } from "@callboard/core";
import { useCallback, useEffect, useMemo, useState } from "react";
import { asClientError } from "../provider/asClientError.ts";
import { isAble } from "../provider/clientAbilities.ts";

/** The milliseconds between two reads by focus. */
const FOCUS_INTERVAL = 10_000;

interface Request {
  client: ToolClient | undefined;
  attempt: number;
}

interface Result {
  request: Request;
  tools: ToolListing[] | null;
  error: ToolClientError | null;
}

/**
 * The listed tools of a client; read again when the window regains focus, at most every ten seconds. A list stays shown
 * while it is read again.
 */
export function useTools(client: ToolClient | undefined) {
  const [result, setResult] = useState<Result | null>(null);
  const [attempt, setAttempt] = useState(0);
  const request = useMemo(() => ({ client, attempt }), [client, attempt]);
  useEffect(() => {
    const { client } = request;
    if (!isAble(client, "tools")) return;
    let lastRead = 0;
    let readAt = 0;
    const read = () => {
      const thisRead = ++lastRead;
      readAt = Date.now();
      // A read that a later one, or the effect's end, has overtaken is dropped.
      client.tools().then(
        (tools) => thisRead === lastRead && setResult({ request, tools, error: null }),
        (cause: unknown) => {
          if (thisRead !== lastRead) return;
          const error = asClientError(cause);
          setResult((last) => ({ request, tools: last?.request.client === client ? last.tools : null, error }));
        },
      );
    };
    const onFocus = () => {
      if (document.visibilityState === "visible" && Date.now() - readAt > FOCUS_INTERVAL) read();
    };
    read();
    window.addEventListener("focus", onFocus);
    document.addEventListener("visibilitychange", onFocus);
    return () => {
      lastRead = 0;
      window.removeEventListener("focus", onFocus);
      document.removeEventListener("visibilitychange", onFocus);
    };
  }, [request]);

  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return {
    tools: result !== null && result.request.client === client ? result.tools : null,
    error: result?.request === request ? result.error : null,
    retry,
  };
}
