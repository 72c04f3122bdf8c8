"use client";
import type { ToolClient, ToolDetail } from "@callboard/core";
import { useCallback, useEffect, useMemo, useSyncExternalStore } from "react";
import { useCallboard } from "../provider/ToolProvider.tsx";

interface Catalogue {
  get(slug: string): ToolDetail | undefined;
  ask(slug: string): void;
  subscribe(listener: () => void): () => void;
}

const catalogues = new WeakMap<ToolClient, Catalogue>();

/** One client's tools, each asked for once however many of its calls are shown. */
function catalogueOf(client: ToolClient): Catalogue {
  const known = catalogues.get(client);
  if (known) return known;
  const details = new Map<string, ToolDetail | null>();
  const listeners = new Set<() => void>();
  const catalogue: Catalogue = {
    get: (slug) => details.get(slug) ?? undefined,
    ask(slug) {
      if (details.has(slug) || !client.tool) return;
      details.set(slug, null);
      client.tool(slug).then(
        (detail) => {
          details.set(slug, detail);
          for (const listener of [...listeners]) listener();
        },
        // A tool that is gone or not for this reader: its calls speak for themselves. The next card asks again.
        () => void details.delete(slug),
      );
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  catalogues.set(client, catalogue);
  return catalogue;
}

const silent = () => () => {};

/** The tool of a call as the nearest client knows it; `undefined` until it has come, and where there is none. */
export function useKnownTool(slug: string | undefined): ToolDetail | undefined {
  const { client } = useCallboard();
  const catalogue = useMemo(() => (client?.tool ? catalogueOf(client) : null), [client]);
  const read = useCallback(() => (slug ? catalogue?.get(slug) : undefined), [catalogue, slug]);
  useEffect(() => {
    if (slug) catalogue?.ask(slug);
  }, [catalogue, slug]);
  return useSyncExternalStore(catalogue?.subscribe ?? silent, read, read);
}
