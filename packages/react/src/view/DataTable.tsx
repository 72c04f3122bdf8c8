"use client";
import { tsvChunks, type Column } from "@callboard/core/view";
import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, ArrowUp, ChevronsUpDown, Columns3, Copy, Search } from "lucide-react";
import { useDeferredValue, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { useCopy } from "../text/useCopy.ts";
import { viewEnglish } from "../messages/viewEnglish.ts";
import { ColumnChooser } from "./ColumnChooser.tsx";
import { FindInput, ShownTools } from "./FindInput.tsx";
import { useIsOnly, useOutputActions, type OutputAction } from "./OutputMenu.tsx";
import { TableGrid } from "./TableGrid.tsx";
import { isHiddenAtFirst, isWindowed, mostRows, naturalWidths, rowHeight, tableShape } from "./tableShape.ts";
import { useColumnLabel } from "./useColumnLabel.ts";
import { useColumnWidths } from "./useColumnWidths.ts";
import { useGiantRows } from "./useGiantRows.ts";
import { useRowOrder } from "./useRowOrder.ts";
import { useTableColumns } from "./useTableColumns.ts";

const mostCopied = 50_000;
/** Fewer rows and columns than these are seen at a glance, and need no tools. */
const filteredFrom = 9;
const chosenFrom = 5;

/**
 * A table that scrolls within itself: its rows are found by a text and sorted by its headings, its columns hidden,
 * shown and made wider, by pointer and by keyboard. Once there are many rows, only those in view are in the document.
 */
export function DataTable(props: {
  columns: readonly Column[];
  rows: readonly unknown[];
  label: string;
  /** The block that these are the first rows of, where it stands in a giant output. */
  part?: string;
}): ReactNode {
  const { locale, t } = useKit(viewEnglish);
  const labelOf = useColumnLabel();
  const { columns, label } = props;
  const rows = useMemo(() => (props.rows.length > mostRows ? props.rows.slice(0, mostRows) : props.rows), [props.rows]);
  const isOnly = useIsOnly();
  const scroller = useRef<HTMLDivElement>(null);
  const table = useTableColumns(columns);
  const { shown, sort } = table;
  const [tool, setTool] = useState<"find" | "columns" | null>(null);
  const [text, setText] = useState("");
  const wanted = useDeferredValue(text);
  const sortKey = sort === null ? undefined : columns[sort.index]!.key;
  const descending = sort?.descending ?? false;
  const keys = useMemo(() => columns.map((column) => column.key), [columns]);
  const query = useMemo(
    () => ({
      keys,
      text: wanted,
      sort: sortKey === undefined ? null : { key: sortKey, descending },
      locale,
    }),
    [keys, wanted, sortKey, descending, locale],
  );
  const giant = useGiantRows(props.part, query);
  const { order, isBusy } = useRowOrder(rows, query);
  const count = giant ? Math.min(giant.count, mostRows) : order.length;
  const total = giant?.total ?? rows.length;
  const shape = useMemo(() => tableShape(columns, rows), [columns, rows]);
  const windowed = isWindowed(total, shown.length);
  const natural = useMemo(
    () => (windowed ? naturalWidths(columns, rows, locale) : null),
    [windowed, columns, rows, locale],
  );
  const { widths, onKey, onGrip } = useColumnWidths(columns.length, shown, natural, scroller);
  // oxlint-disable-next-line react/incompatible-library -- TanStack Virtual's functions change without a new identity
  const virtual = useVirtualizer({
    count: windowed ? count : 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
    initialRect: { width: 0, height: 480 },
  });
  const first = virtual.range?.startIndex ?? 0;
  const last = virtual.range?.endIndex ?? 30;
  useEffect(() => giant?.look(Math.max(0, first - 20), Math.min(count, last + 20)), [giant, first, last, count]);
  const items = windowed ? virtual.getVirtualItems() : order.map((_, index) => ({ index, start: 0, end: 0 }));
  const before = windowed ? (items[0]?.start ?? 0) : 0;
  const after = windowed ? virtual.getTotalSize() - (items.at(-1)?.end ?? 0) : 0;

  const isFiltered = wanted.trim() !== "";
  const copied = () =>
    [
      ...tsvChunks(
        shown.map((index) => ({ ...columns[index]!, label: labelOf(columns[index]!) })),
        placed(rows, order),
      ),
    ].join("");
  const copy = useCopy();
  const hidden = columns.length - shown.length;
  const toggle = (one: "find" | "columns") => {
    setText("");
    setTool(tool === one ? null : one);
  };
  const close = () => {
    setText("");
    setTool(null);
    scroller.current?.focus();
  };
  const canFind = total >= filteredFrom;
  const actions: OutputAction[] = [
    ...(canFind
      ? [{ label: t("view.table.filter"), icon: Search, checked: tool === "find", run: () => toggle("find") }]
      : []),
    ...(columns.length >= chosenFrom || columns.some(isHiddenAtFirst)
      ? [
          {
            label: hidden > 0 ? t("view.table.hidden", { count: hidden }) : t("view.table.columns"),
            icon: Columns3,
            checked: tool === "columns",
            run: () => toggle("columns"),
          },
        ]
      : []),
    ...(!giant && order.length <= mostCopied
      ? [{ label: t("view.table.copy"), icon: Copy, run: () => copy(copied()) }]
      : []),
  ];
  const menu = useOutputActions(actions, 0, label);
  // Where a view has no menu, the rows of a long table are found all the same.
  const isFinding = tool === "find" || (isOnly && windowed);
  return (
    <div className="cb-table-frame" aria-busy={isBusy || giant?.isBusy || undefined}>
      {menu}
      {(isFinding || tool === "columns") && (
        <ShownTools onClose={tool === null ? undefined : close}>
          {isFinding && (
            <FindInput label={t("view.table.filter")} value={text} isAsked={tool === "find"} onChange={setText} />
          )}
          {tool === "columns" && <ColumnChooser columns={columns} table={table} />}
          <span className="cb-note" role="status">
            {isFiltered && t("view.table.found", { shown: giant?.count ?? order.length, count: total })}
          </span>
        </ShownTools>
      )}
      <TableGrid
        label={label}
        columns={columns}
        count={count}
        shape={shape}
        shown={shown}
        widths={widths}
        sortOf={(index) => (sort?.index !== index ? "none" : sort.descending ? "descending" : "ascending")}
        renderHead={(index) => {
          const isSorted = sort?.index === index;
          const Icon = !isSorted ? ChevronsUpDown : sort.descending ? ArrowDown : ArrowUp;
          return (
            <>
              <button
                type="button"
                className="cb-table-sort"
                aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight"
                onClick={() => table.sortBy(index)}
                onKeyDown={(event) => onKey(index, event)}
              >
                <span dir="auto">{labelOf(columns[index]!)}</span>
                <Icon size={12} className={isSorted ? undefined : "cb-table-unsorted"} aria-hidden />
              </button>
              <span className="cb-table-grip" aria-hidden onPointerDown={(event) => onGrip(index, event)} />
            </>
          );
        }}
        rows={items.map(({ index: at }) => {
          const found = giant ? giant.at(at) : { place: order[at]!, row: rows[order[at]!] };
          return { at, key: found ? found.place : `at${at}`, row: found?.row, isHere: found !== undefined };
        })}
        before={before}
        after={after}
        scroller={scroller}
        rowRef={windowed ? virtual.measureElement : undefined}
      >
        {isFiltered && count === 0 && !isBusy && !giant?.isBusy && (
          <p className="cb-nothing">{t("view.table.none", { text: wanted })}</p>
        )}
      </TableGrid>
    </div>
  );
}

function* placed(rows: readonly unknown[], order: readonly number[]): Generator<unknown> {
  for (const place of order) yield rows[place];
}
