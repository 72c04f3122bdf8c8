"use client";
import type { ToolListing } from "@callboard/core";
import { useEffect, useMemo, useState } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import type { TextMatches } from "./filterTools.ts";

/** The tools that a text finds; null also while the search is fetched, which is when somebody first types. */
export function useTextMatches(tools: readonly ToolListing[], text: string): TextMatches {
  const [create, setCreate] = useState<(typeof import("./textMatches.ts"))["createTextMatches"] | null>(null);
  const { locale } = useKit();
  const isAsked = text.trim() !== "";
  useEffect(() => {
    if (!isAsked || create) return;
    import("./textMatches.ts").then(
      ({ createTextMatches }) => setCreate(() => createTextMatches),
      () => {
        // Without it the tools can still be listed.
      },
    );
  }, [isAsked, create]);
  const find = useMemo(() => create?.(tools, locale), [create, tools, locale]);
  return useMemo(() => find?.(text) ?? null, [find, text]);
}
