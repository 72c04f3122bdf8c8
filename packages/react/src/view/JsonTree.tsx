"use client";
import { useVirtualizer } from "@tanstack/react-virtual";
import { ChevronRight } from "lucide-react";
import { useId, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from "react";
import type { Translate } from "../messages/messages.ts";
import { useCallboard } from "../provider/ToolProvider.tsx";
import { openedAtFirst, rowsOfTree, type TreeRow } from "./treeRows.ts";

const rowHeight = 24;
const windowedFrom = 150;
const deepestIndent = 16;
const longestScalar = 160;
const longestShown = 20_000;

/**
 * Any value as a tree that opens step by step. Only rows in sight are in the document, long lists open as ranges, and the keyboard
 * moves as in every tree: arrows, Home, End, Enter.
 */
export function JsonTree({ value, label }: { value: unknown; label: string }): ReactNode {
  const { t } = useCallboard();
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<{ of: unknown; ids: ReadonlySet<string> }>({ of: undefined, ids: new Set() });
  const first = useMemo(() => openedAtFirst(value), [value]);
  const ids = opened.of === value && opened.ids.size > 0 ? opened.ids : first;
  const rows = useMemo(() => rowsOfTree(value, ids), [value, ids]);
  const [wanted, setActive] = useState("0");
  const active = Math.max(
    0,
    rows.findIndex((row) => row.id === wanted),
  );
  const windowed = rows.length > windowedFrom;
  const virtual = useVirtualizer({
    count: windowed ? rows.length : 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    initialRect: { width: 0, height: 480 },
  });

  const open = (row: TreeRow, on: boolean) => {
    const next = new Set(ids);
    if (on) next.add(row.id);
    else next.delete(row.id);
    setOpened({ of: value, ids: next });
  };
  const moveTo = (index: number) => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, index))];
    if (!row) return;
    setActive(row.id);
    if (windowed) virtual.scrollToIndex(rows.indexOf(row));
    else document.getElementById(`${id}-${row.id}`)?.scrollIntoView({ block: "nearest" });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[active];
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const isOpen = ids.has(row.id);
    const steps: Record<string, () => void> = {
      ArrowDown: () => moveTo(active + 1),
      ArrowUp: () => moveTo(active - 1),
      Home: () => moveTo(0),
      End: () => moveTo(rows.length - 1),
      ArrowRight: () => (opens(row) && !isOpen ? open(row, true) : isOpen && moveTo(active + 1)),
      ArrowLeft: () => (isOpen ? open(row, false) : moveTo(rows.findIndex((one) => one.id === row.parent))),
      Enter: () => opens(row) && open(row, !isOpen),
      " ": () => opens(row) && open(row, !isOpen),
    };
    const step = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined;
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    step();
  };

  const onClick = (event: MouseEvent) => {
    const item = (event.target as Element).closest("[role=treeitem]");
    const row = item && rows[Number(item.getAttribute("data-index"))];
    if (!row) return;
    setActive(row.id);
    // A drag that marks text is no click.
    if (opens(row) && !window.getSelection()?.toString()) open(row, !ids.has(row.id));
  };

  const items = windowed ? virtual.getVirtualItems() : rows.map((_, index) => ({ index, start: 0, end: 0 }));
  const before = windowed ? (items[0]?.start ?? 0) : 0;
  const after = windowed ? virtual.getTotalSize() - (items.at(-1)?.end ?? 0) : 0;
  return (
    <div
      ref={scroller}
      className="cb-tree"
      role="tree"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={`${id}-${rows[active]?.id ?? "0"}`}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <Spacer size={before} />
      {items.map(({ index }) => {
        const row = rows[index]!;
        const isOpen = ids.has(row.id);
        return (
          <div
            key={row.id}
            id={`${id}-${row.id}`}
            ref={windowed ? virtual.measureElement : undefined}
            data-index={index}
            className="cb-tree-row"
            role="treeitem"
            aria-level={row.depth + 1}
            aria-posinset={row.position}
            aria-setsize={row.siblings}
            aria-selected={index === active}
            {...(opens(row) ? { "aria-expanded": isOpen } : {})}
            data-active={index === active || undefined}
          >
            {Array.from({ length: Math.min(row.depth, deepestIndent) }, (_, guide) => (
              <span key={guide} className="cb-tree-guide" aria-hidden />
            ))}
            <span className="cb-tree-marker" aria-hidden>
              {opens(row) && <ChevronRight size={12} data-open={isOpen || undefined} />}
            </span>
            <RowWords row={row} open={isOpen} t={t} />
          </div>
        );
      })}
      <Spacer size={after} />
    </div>
  );
}

/** Keeps the scroller as long as all rows are; its size is an attribute, so that no style is written into the markup. */
function Spacer({ size }: { size: number }): ReactNode {
  return size > 0 ? <svg className="cb-tree-spacer" width="1" height={size} aria-hidden /> : null;
}

/** Long texts open like records do. */
const opens = (row: TreeRow): boolean =>
  row.kind === "scalar" ? typeof row.value === "string" && row.value.length > longestScalar : row.count > 0;

function RowWords({ row, open, t }: { row: TreeRow; open: boolean; t: Translate }): ReactNode {
  const { value, kind, label, count } = row;
  if (kind === "range") {
    return <span className="cb-tree-note">{t("view.json.range", { from: row.from, to: row.to })}</span>;
  }
  return (
    <span className="cb-tree-words" data-open={(kind === "scalar" && open) || undefined}>
      {label !== null && (
        <>
          <bdi className="cb-tree-key">{label}</bdi>
          <span className="cb-tree-note">: </span>
        </>
      )}
      {kind === "scalar" ? (
        <Scalar value={value} open={open} t={t} />
      ) : (
        <span className="cb-tree-note">{t(kind === "list" ? "view.items" : "view.fields", { count })}</span>
      )}
    </span>
  );
}

function Scalar({ value, open, t }: { value: unknown; open: boolean; t: Translate }): ReactNode {
  if (typeof value !== "string") {
    return (
      <span className="cb-tree-scalar" data-kind={value === null ? "null" : typeof value}>
        {String(value)}
      </span>
    );
  }
  const most = open ? longestShown : longestScalar;
  const shown = value.slice(0, most);
  return (
    <>
      <bdi className="cb-tree-scalar" data-kind="string">
        {JSON.stringify(shown).slice(0, open || value.length <= most ? undefined : -1)}
        {!open && value.length > most && "…"}
      </bdi>
      {!open && value.length > most && (
        <span className="cb-tree-note"> {t("view.showAll.characters", { count: value.length })}</span>
      )}
      {open && value.length > most && (
        <span className="cb-tree-note"> {t("view.text.cut", { shown: most, count: value.length })}</span>
      )}
    </>
  );
}
