"use client";
import type { Column } from "@callboard/core";
import { useCallback } from "react";
import { useCallboard } from "../provider/ToolProvider.tsx";

/** A column's words: Callboard's own in the reader's language, the output's as they came. */
export function useColumnLabel(): (column: Column) => string {
  const { t } = useCallboard();
  return useCallback(
    (column) => (column.made && !/^\d+$/.test(column.label) ? t(`view.column.${column.made}`) : column.label),
    [t],
  );
}
