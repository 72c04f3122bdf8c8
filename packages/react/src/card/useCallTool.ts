"use client";
import type { ToolClient, ToolDetail } from "@callboard/core";
import { translateTool } from "@callboard/core/messages";
import { useCallback, useEffect, useMemo } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { useStore, type Store } from "../useStore.ts";

/** One client's tools by slug. A tool is requested once, however many of its calls are shown. */
interface ToolDetails {
  get(slug: string): ToolDetail | undefined;
  request(slug: string): void;
  /** The tools that have loaded and whose view asks to stand in the thread. */
  opening(): ReadonlySet<string>;
  subscribe(listener: () => void): () => void;
}

const detailsByClient = new WeakMap<ToolClient, ToolDetails>();

function detailsOf(client: ToolClient): ToolDetails {
  let details = detailsByClient.get(client);
  if (!details) detailsByClient.set(client, (details = createToolDetails(client)));
  return details;
}

function createToolDetails(client: ToolClient): ToolDetails {
  const details = new Map<string, ToolDetail | null | undefined>();
  const listeners = new Set<() => void>();
  let opening: ReadonlySet<string> = new Set();
  return {
    opening: () => opening,
    get: (slug) => details.get(slug) ?? undefined,
    request(slug) {
      if (details.has(slug) || !client.tool) return;
      details.set(slug, null);
      client.tool(slug).then(
        // A client that is no TypeScript may answer with nothing.
        (detail: ToolDetail | undefined) => {
          details.set(slug, detail);
          if (detail?.viewSpec?.inChat === "open") opening = new Set([...opening, slug]);
          for (const listener of [...listeners]) listener();
        },
        // The tool is gone, or this reader may not see it: its calls are drawn without it, and the next card asks
        // again.
        () => void details.delete(slug),
      );
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** The tool of a call from the nearest client; `undefined` until it has loaded, and where the client has none. */
export function useCallTool(slug: string | undefined): ToolDetail | undefined {
  const { client, locale } = useKit();
  useEffect(() => {
    if (client?.tool && slug) detailsOf(client).request(slug);
  }, [client, slug]);
  const tool = useStore(useMemo(() => (client?.tool && slug ? toolStore(client, slug) : undefined), [client, slug]));
  return tool && translateTool(tool, locale);
}

function toolStore(client: ToolClient, slug: string): Store<ToolDetail | undefined> {
  const details = detailsOf(client);
  return { subscribe: details.subscribe, read: () => details.get(slug) };
}

/** Whether the view of a tool asks that its result stands in the thread, as far as the tool is known. */
export function useOpensInChat(): (slug: string) => boolean {
  const { client, registry } = useKit();
  const details = client?.tool && detailsOf(client);
  // Another tool that has loaded may be one that opens.
  const known = useStore(useMemo(() => details && { subscribe: details.subscribe, read: details.opening }, [details]));
  return useCallback(
    (slug) => known?.has(slug) === true || registry.viewSpec(slug)?.inChat === "open",
    [known, registry],
  );
}

/** Has the tools of calls that no card is drawn of loaded, since their views may ask for one. */
export function useRequestedTools(calls: readonly { tool: string }[]): void {
  const { client } = useKit();
  useEffect(() => {
    if (client?.tool) for (const { tool } of calls) detailsOf(client).request(tool);
  }, [client, calls]);
}
