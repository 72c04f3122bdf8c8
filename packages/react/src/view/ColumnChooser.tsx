"use client";
import type { Column } from "@callboard/core/view";
import { useEffect, useRef, type ReactNode } from "react";
import { viewEnglish } from "../messages/viewEnglish.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { useColumnLabel } from "./useColumnLabel.ts";
import type { TableColumns } from "./useTableColumns.ts";

/** Which columns of a table are shown; the last that is cannot be hidden. */
export function ColumnChooser({ columns, table }: { columns: readonly Column[]; table: TableColumns }): ReactNode {
  const { t } = useKit(viewEnglish);
  const labelOf = useColumnLabel();
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => root.current?.querySelector<HTMLInputElement>("input:not(:disabled)")?.focus(), []);
  return (
    <div ref={root} className="cb-table-columns" role="group" aria-label={t("view.table.columns")}>
      {columns.map((column, index) => {
        const isOn = table.isShown(index);
        return (
          <label key={index}>
            <input
              type="checkbox"
              checked={isOn}
              disabled={isOn && table.shown.length === 1}
              onChange={() => table.show(index, !isOn)}
            />
            <bdi>{labelOf(column)}</bdi>
          </label>
        );
      })}
    </div>
  );
}
