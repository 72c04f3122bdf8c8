"use client";
import { useKit } from "../provider/ToolProvider.tsx";
import { codeEnglish } from "../messages/codeEnglish.ts";

/** Copies a text, and answers with the words that say whether it is. */
export function useCopy(): (text: string) => Promise<string> {
  const { t } = useKit(codeEnglish);
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      return t("chat.copy.copied");
    } catch {
      // The browser does not allow it here; the text can still be selected.
      return t("chat.copy.failed");
    }
  };
}
