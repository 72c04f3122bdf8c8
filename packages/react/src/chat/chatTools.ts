"use client";
import type { ToolClient, ToolListing } from "@callboard/core";
import { translateTool } from "@callboard/core/messages";
import { createContext, useCallback, useEffect, useMemo, useState } from "react";
import { useTools } from "../page/useTools.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { listTools } from "./listTools.ts";
import { recentTools, rememberTool } from "./recentTools.ts";
import type { CreateToolFinder, OfferedTool, ToolFinder } from "../page/toolFinder.ts";
import type { ComposerTools } from "./useSuggestions.ts";

/** The tools that a person can run from a chat, and how they find them. */
export interface ChatTools {
  /** The tools that fit what is written, best first. */
  find(text: string, limit?: number): readonly OfferedTool[];
  /** All tools, or those of a name; the recently used first. */
  list(text: string): readonly ToolListing[];
  isRecent(slug: string): boolean;
  /** Remembers that a tool was run. */
  remember(slug: string): void;
}

const findWords: CreateToolFinder = async (tools, locale) =>
  (await import("../page/toolFinder.ts")).createToolFinder(tools, locale);

/** The tools of a client that lists and runs tools; null until they are there, and for a client that does not. */
export function useChatTools(client: ToolClient, createFinder: CreateToolFinder = findWords): ChatTools | null {
  const { locale } = useKit();
  const read = useTools(client.run && client.tool ? client : undefined);
  const tools = useMemo(() => read.tools?.map((tool) => translateTool(tool, locale)) ?? null, [read.tools, locale]);
  const [recent, setRecent] = useState<readonly string[]>(recentTools);
  const [made, setMade] = useState<{ of: readonly ToolListing[]; finder: ToolFinder } | null>(null);
  useEffect(() => {
    if (!tools) return;
    let isCurrent = true;
    Promise.resolve(createFinder(tools, locale)).then(
      (finder) => isCurrent && setMade({ of: tools, finder }),
      () => {
        // Without it the tools can still be listed.
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [tools, locale, createFinder]);
  const remember = useCallback((slug: string) => {
    rememberTool(slug);
    setRecent(recentTools());
  }, []);
  return useMemo(() => {
    if (!tools || tools.length === 0) return null;
    const finder = made?.of === tools ? made.finder : null;
    return {
      find: (text, limit = 5) => finder?.find(text, { limit, recent }) ?? [],
      list: (text) => listTools(tools, text, { recent, locale }),
      isRecent: (slug) => recent.includes(slug),
      remember,
    };
  }, [tools, made, recent, locale, remember]);
}

/**
 * What a composer of your own chat offers while a person writes: the tools of a client that fit, and all of them after
 * a slash. Null until they are there.
 * @example
 * ```tsx
 * const tools = useComposerTools(client, (tool) => navigate(`/tools/${tool.slug}`));
 * return <ChatComposer onSend={send} tools={tools} />;
 * ```
 */
export function useComposerTools(client: ToolClient, choose: ComposerTools["choose"]): ComposerTools | null {
  const tools = useChatTools(client);
  return useMemo(
    () => tools && { find: tools.find, list: tools.list, isRecent: tools.isRecent, choose },
    [tools, choose],
  );
}

/** What a chat's parts do with its tools. */
export interface ChatToolActions {
  tools: ChatTools | null;
  /** Opens a tool's form in the thread; `text` is what was written when it was chosen. */
  open(tool: ToolListing, text: string): void;
  /** Lists all tools at the composer. */
  browse(): void;
  /** A page that says how a model is connected. */
  modelHelp: string | undefined;
  /** The chat is another person's. */
  isWatched: boolean;
  /** Whether a message is that of a script. */
  isScript(message: string): boolean;
}

export const ChatToolsContext = createContext<ChatToolActions | null>(null);
