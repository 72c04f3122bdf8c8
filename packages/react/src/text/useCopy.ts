"use client";
import { useKit } from "../provider/ToolProvider.tsx";
import { codeEnglish } from "../messages/codeEnglish.ts";
import { copyText } from "./copyText.ts";

/** Copies a text, and answers with the words that say whether it is. */
export function useCopy(): (text: string) => Promise<string> {
  const { t } = useKit(codeEnglish);
  return async (text) => t((await copyText(text)) ? "chat.copy.copied" : "chat.copy.failed");
}
