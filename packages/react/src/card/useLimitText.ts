"use client";
import type { EventError } from "@callboard/core";
import { useKit } from "../provider/ToolProvider.tsx";
import type { Translation } from "../messages/translation.ts";

/**
 * Why the host ended a call or an agent, in the reader's language; undefined where the catalogue does not say, as in
 * English.
 */
export function useLimitText(key: string, error: EventError | null | undefined): string | undefined {
  const { messages, translator } = useKit();
  const words = (messages as Record<string, Translation>)[key];
  return words && error?.wording && translator.fill(words, error.wording.values);
}
