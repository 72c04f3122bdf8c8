"use client";
import type { ToolDetail, Wording } from "@callboard/core";
import { translateTemplate } from "@callboard/core/messages";
import { useCallback } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { useCallTool } from "./useCallTool.ts";

/** A text of a call, such as its summary, in the reader's language. */
export type ToolText = (text: string | null | undefined, wording: Wording | null | undefined) => string | null;

/**
 * What a tool says of its calls, in the reader's language: by its `messages` where it says how a text is made, else as
 * it is.
 */
export function useTextOf(tool: ToolDetail | undefined): ToolText {
  const { locale, translator } = useKit();
  return useCallback(
    (text, wording) =>
      wording ? translator.fill(translateTemplate(tool, wording.template, locale), wording.values) : (text ?? null),
    [tool, locale, translator],
  );
}

/**
 * Puts what a tool says of its calls, their summaries and progress, into the reader's language.
 * @example
 * ```tsx
 * const textOf = useToolText(call.tool);
 * return <p>{textOf(call.progress?.message, call.progress?.wording)}</p>;
 * ```
 */
export function useToolText(slug: string): ToolText {
  return useTextOf(useCallTool(slug));
}
