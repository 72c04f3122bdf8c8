"use client";
import { useEffect } from "react";
import type { EditedTool } from "./editedTool.ts";

/** A tool that was written and not saved. */
interface KeptDraft {
  /** The revision that it changes; null of a new tool. */
  revision: string | null;
  tool: EditedTool;
}

const keyOf = (slug: string | null): string => `callboard-tool:${slug ?? ""}`;
/** Milliseconds of typing that may be lost. */
const PAUSE_MS = 400;

/**
 * Keeps what was changed of a tool in this browser; null where there is nothing to keep. Returns how to forget it at
 * once.
 */
export function useKeptDraft(slug: string | null, revision: string | null, changed: EditedTool | null): () => void {
  useEffect(() => {
    const timer = setTimeout(() => write(slug, changed && { revision, tool: changed }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [slug, revision, changed]);
  return () => write(slug, null);
}

/** What this browser kept of a tool's changes, where they are changes of what the tool is now. */
export function readDraft(slug: string | null, revision: string | null): EditedTool | null {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(slug)) ?? "null") as KeptDraft | null;
    return kept && kept.revision === revision ? kept.tool : null;
  } catch {
    return null;
  }
}

function write(slug: string | null, draft: KeptDraft | null): void {
  try {
    if (draft) localStorage.setItem(keyOf(slug), JSON.stringify(draft));
    else localStorage.removeItem(keyOf(slug));
  } catch {
    // A page whose storage is closed or full keeps no draft.
  }
}
