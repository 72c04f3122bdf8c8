"use client";
import type { Column } from "@callboard/core/view";
import { ChevronsUpDown } from "lucide-react";
import { Suspense, useContext, useMemo, type ReactNode } from "react";
import { DataTable } from "#view/parts";
import { useKit } from "../provider/ToolProvider.tsx";
import { GiantContext } from "./giantReader.ts";
import { useIsOnly } from "./OutputMenu.tsx";
import { TableGrid } from "./TableGrid.tsx";
import { isHiddenAtFirst, isWindowed, mostRows, naturalWidths, rowHeight, tableShape } from "./tableShape.ts";
import { useColumnLabel } from "./useColumnLabel.ts";

interface LazyDataTableProps {
  columns: readonly Column[];
  rows: readonly unknown[];
  label: string;
  /** The block that these are the first rows of, where it stands in a giant output. */
  part?: string;
}

/** A `DataTable`, and until its code is here the same table at rest, at the same size. */
export function LazyDataTable(props: LazyDataTableProps): ReactNode {
  return (
    <Suspense fallback={<StillTable {...props} />}>
      <DataTable {...props} />
    </Suspense>
  );
}

/** The rows that a windowed table has in its document at first. */
const firstRows = 30;

/** A table to read, which a server can draw. */
function StillTable({ columns, rows, label, part }: LazyDataTableProps): ReactNode {
  const { locale } = useKit();
  const labelOf = useColumnLabel();
  const total = Math.min(mostRows, useContext(GiantContext)?.totals[part ?? ""] ?? rows.length);
  const shown = useMemo(
    () => columns.flatMap((column, index) => (isHiddenAtFirst(column, index) ? [] : [index])),
    [columns],
  );
  const shape = useMemo(() => tableShape(columns, rows), [columns, rows]);
  const isCut = isWindowed(total, shown.length);
  // The row in which words are found then.
  const hasFind = useIsOnly() && isCut;
  const widths = useMemo(() => (isCut ? naturalWidths(columns, rows, locale) : null), [isCut, columns, rows, locale]);
  const first = rows.slice(0, isCut ? firstRows : rows.length);
  return (
    <div className="cb-table-frame">
      {hasFind && <div className="cb-table-tools" aria-hidden />}
      <TableGrid
        label={label}
        columns={columns}
        count={total}
        shape={shape}
        shown={shown}
        widths={widths}
        renderHead={(index) => (
          <span className="cb-table-sort">
            <span dir="auto">{labelOf(columns[index]!)}</span>
            <ChevronsUpDown size={12} className="cb-table-unsorted" aria-hidden />
          </span>
        )}
        rows={first.map((row, at) => ({ at, key: at, row, isHere: true }))}
        before={0}
        after={isCut ? (total - first.length) * rowHeight : 0}
      />
    </div>
  );
}
