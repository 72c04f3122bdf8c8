"use client";
import { formatValue, readPath, type Column, type ValueFormat } from "@callboard/core";
import {
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type Row,
} from "@tanstack/react-table";
import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { useMemo, useRef, type ReactNode } from "react";
import { useCallboard } from "../provider/ToolProvider.tsx";
import { useColumnLabel } from "./useColumnLabel.ts";
import { Value } from "./Value.tsx";

/** A table shows and sorts at most this many rows. */
export const mostRows = 20_000;
const rowHeight = 33;
const windowedFrom = 200;
const windowedCells = 4_000;

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });
type Features = typeof features;

/** Numbers by size before texts by the reader's alphabet; what is empty comes last in either order, since it is undefined here. */
function comparing(locale: string) {
  const collator = new Intl.Collator(locale, { numeric: true, sensitivity: "base" });
  return (a: Row<Features, object>, b: Row<Features, object>, id: string): number => {
    const [x, y] = [a.getValue(id), b.getValue(id)];
    if (typeof x === "number" && typeof y === "number") return x - y;
    if (typeof x === "number") return -1;
    if (typeof y === "number") return 1;
    return collator.compare(String(x), String(y));
  };
}

function sortable(value: unknown): unknown {
  if (value === null || value === undefined || value === "" || (typeof value === "number" && Number.isNaN(value)))
    return undefined;
  return typeof value === "object"
    ? JSON.stringify(Object.keys(value).length)
    : typeof value === "boolean"
      ? Number(value)
      : value;
}

/** A table that scrolls within itself, sorts by its headings, and keeps only rows in sight in the document once there are many. */
export function DataTable(props: { columns: readonly Column[]; rows: readonly unknown[]; label: string }): ReactNode {
  const { locale } = useCallboard();
  const labelOf = useColumnLabel();
  const { columns, rows, label } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const data = useMemo(
    () => rows.slice(0, mostRows).map((row) => (typeof row === "object" && row !== null ? row : {})),
    [rows],
  );
  const definitions = useMemo(() => {
    const sortFn = comparing(locale);
    return columns.map((column, index): ColumnDef<Features, object> => ({
      id: `c${index}`,
      accessorFn: (row) => sortable(readPath(row, column.key)),
      sortFn,
      sortUndefined: "last",
      sortDescFirst: false,
    }));
  }, [columns, locale]);
  const table = useTable({ features, columns: definitions, data });
  const sorted = table.getRowModel().rows;
  const numeric = useMemo(() => columns.map((column) => isNumeric(data, column)), [columns, data]);
  const formats = useMemo(
    () => columns.map((column, at) => column.format ?? (numeric[at] ? alignedFormat(data, column) : undefined)),
    [columns, numeric, data],
  );
  const windowed = sorted.length > windowedFrom || sorted.length * columns.length > windowedCells;
  const widths = useMemo(
    () => (windowed ? columns.map((column) => widthOf(data, column, locale)) : null),
    [windowed, columns, data, locale],
  );
  const virtual = useVirtualizer({
    count: windowed ? sorted.length : 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
    initialRect: { width: 0, height: 480 },
  });
  const items = windowed ? virtual.getVirtualItems() : sorted.map((_, index) => ({ index, start: 0, end: 0 }));
  const before = windowed ? (items[0]?.start ?? 0) : 0;
  const after = windowed ? virtual.getTotalSize() - (items.at(-1)?.end ?? 0) : 0;

  return (
    <div ref={scroller} className="cb-table-scroll" role="group" aria-label={label} tabIndex={0}>
      <table
        className="cb-table"
        data-windowed={windowed || undefined}
        aria-label={label}
        aria-rowcount={sorted.length + 1}
        {...(widths ? { width: widths.reduce((sum, width) => sum + width, 0) } : {})}
      >
        {widths && (
          <colgroup>
            {widths.map((width, index) => (
              <col key={index} width={width} />
            ))}
          </colgroup>
        )}
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column, index) => {
              const handle = table.getColumn(`c${index}`)!;
              const order = handle.getIsSorted();
              return (
                <th
                  key={index}
                  scope="col"
                  data-numeric={numeric[index] || undefined}
                  aria-sort={order === "asc" ? "ascending" : order === "desc" ? "descending" : "none"}
                >
                  <button type="button" className="cb-table-sort" onClick={() => handle.toggleSorting()}>
                    <span dir="auto">{labelOf(column)}</span>
                    {order === "asc" ? (
                      <ArrowUp size={12} aria-hidden />
                    ) : order === "desc" ? (
                      <ArrowDown size={12} aria-hidden />
                    ) : (
                      <ChevronsUpDown size={12} className="cb-table-unsorted" aria-hidden />
                    )}
                  </button>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          <Spacer size={before} span={columns.length} />
          {items.map(({ index }) => {
            const row = sorted[index]!;
            return (
              <tr
                key={row.id}
                ref={windowed ? virtual.measureElement : undefined}
                data-index={index}
                aria-rowindex={index + 2}
              >
                {columns.map((column, at) => (
                  <td key={at} data-numeric={numeric[at] || undefined}>
                    <Cell value={readPath(row.original, column.key)} format={formats[at]} />
                  </td>
                ))}
              </tr>
            );
          })}
          <Spacer size={after} span={columns.length} />
        </tbody>
      </table>
    </div>
  );
}

function Cell({ value, format }: { value: unknown; format: ValueFormat | undefined }): ReactNode {
  return (
    <div className="cb-cell" data-wide={(typeof value === "string" && value.length > 28) || undefined}>
      <Value value={value} format={format} />
    </div>
  );
}

/** As many decimals for all as the longest has, so that amounts line up; none where that would round a small one away. */
function alignedFormat(rows: readonly unknown[], column: Column): ValueFormat | undefined {
  let digits = 0;
  for (const row of rows.slice(0, 1_000)) {
    const value = readPath(row, column.key);
    if (typeof value !== "number" || Number.isInteger(value)) continue;
    const size = Math.abs(value);
    if (size < 1e-4 || size >= 1e15) return undefined;
    digits = Math.max(digits, String(value).split(".")[1]?.length ?? 0);
  }
  return digits > 0 && digits <= 6 && rows.length <= 1_000 ? { type: "number", digits } : undefined;
}

function Spacer({ size, span }: { size: number; span: number }): ReactNode {
  return size > 0 ? (
    <tr aria-hidden>
      <td className="cb-table-spacer" colSpan={span} height={size} />
    </tr>
  ) : null;
}

/** Whether a column holds amounts, which line up at their end; years and ids read like words. */
function isNumeric(rows: readonly unknown[], column: Column): boolean {
  if (column.format?.type === "plain") return false;
  let seen = 0;
  for (const row of rows) {
    const value = readPath(row, column.key);
    if (value === null || value === undefined || value === "") continue;
    if (typeof value !== "number") return false;
    if (++seen >= 50) break;
  }
  return seen > 0;
}

/** A width in px that fits most of the first hundred cells, so that columns stand still while rows come and go. */
function widthOf(rows: readonly unknown[], column: Column, locale: string): number {
  let longest = column.label.length + 3;
  for (const row of rows.slice(0, 100)) {
    const value = readPath(row, column.key);
    const text = typeof value === "string" ? value : formatValue(value, column.format, locale);
    longest = Math.max(longest, Math.min(text.length, 44));
  }
  return Math.round(Math.max(6, longest) * 7.2 + 24);
}
