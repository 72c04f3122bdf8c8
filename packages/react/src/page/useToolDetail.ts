"use client";
import type { ToolClient, ToolClientError, ToolDetail } from "@callboard/core";
import { useCallback, useEffect, useState } from "react";
import { asClientError } from "../provider/asClientError.ts";

interface Loading {
  of: string;
  detail: ToolDetail | null;
  error: ToolClientError | null;
}

/** A tool's detail by its slug; what another slug had is never shown under this one. */
export function useToolDetail(client: ToolClient | undefined, slug: string) {
  const [state, setState] = useState<Loading>({ of: slug, detail: null, error: null });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!client?.tool) return;
    let current = true;
    setState((before) => (before.of === slug && !before.error ? before : { of: slug, detail: null, error: null }));
    client.tool(slug).then(
      (detail) => current && setState({ of: slug, detail, error: null }),
      (error: unknown) => current && setState({ of: slug, detail: null, error: asClientError(error) }),
    );
    return () => {
      current = false;
    };
  }, [client, slug, attempt]);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return state.of === slug ? { ...state, retry } : { detail: null, error: null, retry };
}
