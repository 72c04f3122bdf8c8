"use client";
import { tsvChunks, type Column } from "@callboard/core/view";
import {
  columnVisibilityFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
} from "@tanstack/react-table";
import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, ArrowUp, ChevronsUpDown, Columns3 } from "lucide-react";
import {
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { CopyButton } from "../text/CopyButton.tsx";
import { viewEnglish } from "../messages/viewEnglish.ts";
import { useColumnLabel } from "./useColumnLabel.ts";
import { TableGrid } from "./TableGrid.tsx";
import { isHiddenAtFirst, isWindowed, mostRows, naturalWidths, rowHeight, tableShape } from "./tableShape.ts";
import { useGiantRows } from "./useGiantRows.ts";
import { useRowOrder } from "./useRowOrder.ts";

const mostCopied = 50_000;
/** Fewer rows and columns than these are seen at a glance, and need no tools. */
const filteredFrom = 9;
const chosenFrom = 5;
const narrowest = 48;
const step = 16;

const features = tableFeatures({ rowSortingFeature, columnVisibilityFeature });
type Features = typeof features;
const noRows: object[] = [];

/**
 * A table that scrolls within itself: its rows are found by a text and sorted by its headings, its columns hidden, shown and made wider, by
 * pointer and by keyboard. Once there are many rows, only those in view are in the document.
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
  const scroller = useRef<HTMLDivElement>(null);
  const definitions = useMemo(
    () =>
      columns.map((_, index): ColumnDef<Features, object> => ({
        id: `c${index}`,
        accessorFn: () => null,
        sortDescFirst: false,
      })),
    [columns],
  );
  const hiddenAtFirst = useMemo(
    () =>
      Object.fromEntries(
        columns.flatMap((column, index) => (isHiddenAtFirst(column, index) ? [[`c${index}`, false]] : [])),
      ),
    [columns],
  );
  // The library keeps the state of the columns. Rows are places in a list, so that a hundred thousand cost nothing until they are seen.
  const table = useTable({
    features,
    columns: definitions,
    data: noRows,
    manualSorting: true,
    initialState: { columnVisibility: hiddenAtFirst },
  });
  const handleOf = (index: number) => table.getColumn(`c${index}`)!;
  const shown = columns.flatMap((column, index) => {
    const handle = handleOf(index);
    return handle.getIsVisible() ? [{ column, index, handle }] : [];
  });
  const [text, setText] = useState("");
  const wanted = useDeferredValue(text);
  const sorted = shown.find(({ handle }) => handle.getIsSorted() !== false);
  const direction = sorted?.handle.getIsSorted();
  const sortKey = sorted?.column.key;
  const keys = useMemo(() => columns.map((column) => column.key), [columns]);
  const query = useMemo(
    () => ({
      keys,
      text: wanted,
      sort: sortKey === undefined ? null : { key: sortKey, descending: direction === "desc" },
      locale,
    }),
    [keys, wanted, sortKey, direction, locale],
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
  const [widths, setWidths] = useState<readonly number[]>();
  const fixed = widths?.length === columns.length ? widths : natural;
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

  /** The widths as they are drawn, so that one can change and the others stay. */
  const drawnWidths = (): number[] => {
    const heads = [...(scroller.current?.querySelectorAll("th") ?? [])].map(
      (head) => head.getBoundingClientRect().width,
    );
    return columns.map((_, index) => {
      const at = shown.findIndex((one) => one.index === index);
      return Math.round(heads[at] ?? fixed?.[index] ?? 160);
    });
  };
  const widen = (index: number, from: readonly number[], by: number) =>
    setWidths(from.map((width, at) => (at === index ? Math.max(narrowest, width + by) : width)));
  const isRightToLeft = () => scroller.current !== null && getComputedStyle(scroller.current).direction === "rtl";
  const onHeadKey = (index: number) => (event: KeyboardEvent) => {
    const arrow = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!event.shiftKey || arrow === 0) return;
    event.preventDefault();
    widen(index, drawnWidths(), step * arrow * (isRightToLeft() ? -1 : 1));
  };
  const onGrip = (index: number) => (event: PointerEvent<HTMLElement>) => {
    event.preventDefault();
    const grip = event.currentTarget;
    const from = drawnWidths();
    const sign = isRightToLeft() ? -1 : 1;
    const start = event.clientX;
    grip.setPointerCapture(event.pointerId);
    const move = (at: globalThis.PointerEvent) => widen(index, from, sign * (at.clientX - start));
    grip.addEventListener("pointermove", move);
    grip.addEventListener("lostpointercapture", () => grip.removeEventListener("pointermove", move), { once: true });
  };

  const hiddenCount = columns.length - shown.length;
  const isFiltered = wanted.trim() !== "";
  const copied = () =>
    [
      ...tsvChunks(
        shown.map(({ column }) => ({ ...column, label: labelOf(column) })),
        placed(rows, order),
      ),
    ].join("");
  return (
    <div className="cb-table-frame" aria-busy={isBusy || giant?.isBusy || undefined}>
      <div className="cb-table-tools">
        {total >= filteredFrom && (
          <input
            type="search"
            className="cb-input cb-table-filter"
            value={text}
            placeholder={t("view.table.filter")}
            aria-label={t("view.table.filter")}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        {(columns.length >= chosenFrom || columns.some(isHiddenAtFirst)) && (
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
              if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget))
                event.currentTarget.open = false;
            }}
          >
            <summary className="cb-button cb-small-button" data-variant="quiet">
              <Columns3 size={14} aria-hidden />
              {hiddenCount > 0 ? t("view.table.hidden", { count: hiddenCount }) : t("view.table.columns")}
            </summary>
            <ul>
              {columns.map((column, index) => {
                const handle = handleOf(index);
                const isOn = handle.getIsVisible();
                return (
                  <li key={index}>
                    <label>
                      <input
                        type="checkbox"
                        checked={isOn}
                        disabled={isOn && shown.length === 1}
                        onChange={() => handle.toggleVisibility(!isOn)}
                      />
                      <bdi>{labelOf(column)}</bdi>
                    </label>
                  </li>
                );
              })}
            </ul>
          </details>
        )}
        {!giant && order.length <= mostCopied && <CopyButton text={copied} label={t("view.table.copy")} />}
        <span className="cb-note" role="status">
          {isFiltered && t("view.table.found", { shown: giant?.count ?? order.length, count: total })}
        </span>
      </div>
      <TableGrid
        label={label}
        columns={columns}
        count={count}
        shape={shape}
        shown={shown.map(({ index }) => index)}
        widths={fixed}
        sortOf={(index) => {
          const sort = handleOf(index).getIsSorted();
          return sort === "asc" ? "ascending" : sort === "desc" ? "descending" : "none";
        }}
        renderHead={(index) => {
          const handle = handleOf(index);
          const sort = handle.getIsSorted();
          const Icon = sort === "asc" ? ArrowUp : sort === "desc" ? ArrowDown : ChevronsUpDown;
          return (
            <>
              <button
                type="button"
                className="cb-table-sort"
                aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight"
                onClick={() => handle.toggleSorting()}
                onKeyDown={onHeadKey(index)}
              >
                <span dir="auto">{labelOf(columns[index]!)}</span>
                <Icon size={12} className={sort === false ? "cb-table-unsorted" : undefined} aria-hidden />
              </button>
              <span className="cb-table-grip" aria-hidden onPointerDown={onGrip(index)} />
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
