"use client";
import type { Column } from "@callboard/core/view";
import { Columns3 } from "lucide-react";
import type { ReactNode } from "react";
import { viewEnglish } from "../messages/viewEnglish.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { useColumnLabel } from "./useColumnLabel.ts";
import type { TableColumns } from "./useTableColumns.ts";

/** Which columns of a table are shown: a list that opens on a button, and never hides the last. */
export function ColumnChooser({ columns, table }: { columns: readonly Column[]; table: TableColumns }): ReactNode {
  const { t } = useKit(viewEnglish);
  const labelOf = useColumnLabel();
  const hidden = columns.length - table.shown.length;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are of the controls within
    <details
      className="cb-table-columns"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !event.currentTarget.open) return;
        event.stopPropagation();
        event.currentTarget.open = false;
        event.currentTarget.querySelector("summary")?.focus();
      }}
      onBlur={(event) => {
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) event.currentTarget.open = false;
      }}
    >
      <summary className="cb-button cb-small-button" data-variant="quiet">
        <Columns3 size={14} aria-hidden />
        {hidden > 0 ? t("view.table.hidden", { count: hidden }) : t("view.table.columns")}
      </summary>
      <ul>
        {columns.map((column, index) => {
          const isOn = table.isShown(index);
          return (
            <li key={index}>
              <label>
                <input
                  type="checkbox"
                  checked={isOn}
                  disabled={isOn && table.shown.length === 1}
                  onChange={() => table.show(index, !isOn)}
                />
                <bdi>{labelOf(column)}</bdi>
              </label>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
