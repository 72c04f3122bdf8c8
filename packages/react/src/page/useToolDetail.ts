"use client";
import type { ToolClient, ToolClientError, ToolDetail } from "@callboard/core";
import { useCallback, useEffect, useMemo, useState } from "react";
import { asClientError } from "../provider/asClientError.ts";

interface Request {
  client: ToolClient | undefined;
  slug: string;
  attempt: number;
}

interface Result {
  request: Request;
  detail: ToolDetail | null;
  error: ToolClientError | null;
}

/** A tool's detail by its slug; the detail of another slug is never shown under this one. */
export function useToolDetail(client: ToolClient | undefined, slug: string) {
  const [result, setResult] = useState<Result | null>(null);
  const [attempt, setAttempt] = useState(0);
  const request = useMemo(() => ({ client, slug, attempt }), [client, slug, attempt]);
  useEffect(() => {
    const { client, slug } = request;
    if (!client?.tool) return;
    let isCurrent = true;
    client.tool(slug).then(
      (detail) => isCurrent && setResult({ request, detail, error: null }),
      (cause: unknown) => isCurrent && setResult({ request, detail: null, error: asClientError(cause) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [request]);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return {
    detail: result?.request.slug === slug ? result.detail : null,
    error: result?.request === request ? result.error : null,
    retry,
  };
}
