"use client";
import { english } from "../messages/english.ts";
import type { Translate } from "../messages/messages.ts";
import { useKit, type Kit } from "./ToolProvider.tsx";

/** What components of an app read from the nearest provider. */
export interface Callboard extends Omit<Kit, "translator"> {
  t: Translate;
}

/** The nearest provider's parts, or the defaults. */
export function useCallboard(): Callboard {
  return useKit(english);
}
