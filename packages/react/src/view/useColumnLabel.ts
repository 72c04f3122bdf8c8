"use client";
import type { Column } from "@callboard/core/view";
import { useCallback } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { viewEnglish } from "../messages/viewEnglish.ts";
import { readableText } from "../text/visibleText.ts";

/** A column's label: Callboard's own are translated, those of the output are not. */
export function useColumnLabel(): (column: Column) => string {
  const { t } = useKit(viewEnglish);
  return useCallback(
    (column) =>
      column.made && !/^\d+$/.test(column.label) ? t(`view.column.${column.made}`) : readableText(column.label),
    [t],
  );
}
