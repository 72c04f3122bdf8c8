"use client";
import type { OfferedTool } from "../page/toolFinder.ts";
import { useDeferredValue, useMemo, useState, type KeyboardEvent } from "react";

/** How a composer finds tools. */
export interface ComposerTools {
  /** The tools that fit a text, best first. */
  find(text: string): readonly OfferedTool[];
  /** All tools, or those of a name. */
  list(text: string): readonly OfferedTool[];
  isRecent(slug: string): boolean;
  /** A tool is chosen; `text` is what was written, without the slash of a list. */
  choose(tool: OfferedTool, text: string): void;
}

/** A longer text tells what it wants done; the tools are not looked for while it is written. */
const LONGEST_WISH = 300;

const nothing: readonly OfferedTool[] = [];

/** What is offered for a text, and which of it the keyboard has reached. */
export function useSuggestions(tools: ComposerTools | null, text: string) {
  const [isOpen, setOpen] = useState(false);
  const [place, setPlace] = useState<{ of: string; index: number }>({ of: "", index: -1 });
  const wish = useDeferredValue(text);
  const isListing = /^\/[^\n/]*$/.test(text);
  const asked = isListing ? text : wish;
  const found = useMemo(() => {
    if (!tools || asked.trim() === "") return nothing;
    if (asked.startsWith("/")) return tools.list(asked.slice(1));
    return asked.length > LONGEST_WISH || asked.includes("\n") ? nothing : tools.find(asked);
  }, [tools, asked]);
  const offered = isOpen ? found : nothing;
  // In a list the first is the choice; beside a message none is, since Enter sends it.
  const active = place.of === text ? Math.min(place.index, offered.length - 1) : isListing ? 0 : -1;
  return {
    offered,
    active,
    isListing: tools !== null && isListing,
    close: () => setOpen(false),
    reopen: (next: string) => {
      setOpen(true);
      setPlace({ of: next, index: next.startsWith("/") ? 0 : -1 });
    },
    /** Handles a key of the list; true where it was one. */
    onKey(event: KeyboardEvent): boolean {
      const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
      if (step !== 0 && !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
        // Beside a message there is one place more than there are tools: beyond either end is the text itself, which a
        // list is not.
        const first = isListing ? 0 : -1;
        const places = offered.length - first;
        setPlace({ of: text, index: ((active - first + step + places) % places) + first });
        event.preventDefault();
        return true;
      }
      if (event.key === "Escape") {
        setOpen(false);
        event.preventDefault();
        event.stopPropagation();
        return true;
      }
      return false;
    },
  };
}
