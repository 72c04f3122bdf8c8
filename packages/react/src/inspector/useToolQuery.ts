"use client";
import type { ToolClient, ToolClientError } from "@callboard/core";
import type { ToolSearchResponse } from "@callboard/core/search";
import { useCallback, useEffect, useMemo, useState } from "react";
import { asClientError } from "../provider/asClientError.ts";
import { isAble } from "../provider/clientAbilities.ts";

/** The most that one search gives. */
const PAGE = 20;
/** Who types is waited for, in milliseconds. */
const PAUSE = 120;

interface Request {
  client: ToolClient | undefined;
  query: string;
  attempt: number;
}

interface Result {
  request: Request;
  response: ToolSearchResponse | null;
  error: ToolClientError | null;
}

/** What a search finds for a query, all tools for none. What was found before stays until the next is there. */
export function useToolQuery(client: ToolClient | undefined, query: string) {
  const [result, setResult] = useState<Result | null>(null);
  const [attempt, setAttempt] = useState(0);
  const request = useMemo(() => ({ client, query: query.trim() || "*", attempt }), [client, query, attempt]);
  useEffect(() => {
    const { client, query } = request;
    if (!isAble(client, "searchTools")) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      client.searchTools({ query, limit: PAGE }, { signal: stop.signal }).then(
        (response) => !stop.signal.aborted && setResult({ request, response, error: null }),
        (cause: unknown) => {
          if (!stop.signal.aborted) setResult({ request, response: null, error: asClientError(cause) });
        },
      );
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [request]);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  const response = result?.response ?? null;
  const more = useCallback(async () => {
    if (!client?.searchTools || !response) return;
    const next = await client.searchTools({ query: response.query, limit: PAGE, offset: response.tools.length });
    setResult((now) =>
      now?.response === response
        ? { ...now, response: { ...response, tools: [...response.tools, ...next.tools] } }
        : now,
    );
  }, [client, response]);
  const isCurrent = result?.request === request;
  return { response, error: isCurrent ? result.error : null, isBusy: !isCurrent, retry, more };
}
