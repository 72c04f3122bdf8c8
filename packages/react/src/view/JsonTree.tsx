"use client";
import { jsonChunks } from "@callboard/core/view";
import { useVirtualizer } from "@tanstack/react-virtual";
import { Copy, Search } from "lucide-react";
import { useId, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { useCopy } from "../text/useCopy.ts";
import { FindInput, ShownTools } from "./FindInput.tsx";
import { useOutputActions, type OutputAction } from "./OutputMenu.tsx";
import { opens, TreeLine, treeRowHeight, TreeSpacer, windowedTreeFrom } from "./TreeLine.tsx";
import { openedAtFirst, rowsOfTree, searchTree, type TreeRow } from "./treeRows.ts";
import { viewEnglish } from "../messages/viewEnglish.ts";

/**
 * Any value as a tree that opens step by step. Only rows in view are in the document, and long lists open as ranges.
 * Keys: arrows, Home, End, Enter.
 */
export function JsonTree({ value, label }: { value: unknown; label: string }): ReactNode {
  const { t } = useKit(viewEnglish);
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<{ of: unknown; ids: ReadonlySet<string> }>({ of: undefined, ids: new Set() });
  const first = useMemo(() => openedAtFirst(value), [value]);
  const ids = opened.of === value && opened.ids.size > 0 ? opened.ids : first;
  const rows = useMemo(() => rowsOfTree(value, ids), [value, ids]);
  const [wanted, setActive] = useState("0");
  const [isFinding, setFinding] = useState(false);
  const [text, setText] = useState("");
  const [hits, setHits] = useState<number>();
  const active = Math.max(
    0,
    rows.findIndex((row) => row.id === wanted),
  );
  const windowed = rows.length > windowedTreeFrom;
  // oxlint-disable-next-line react/incompatible-library -- TanStack Virtual's functions change without a new identity
  const virtual = useVirtualizer({
    count: windowed ? rows.length : 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => treeRowHeight,
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
    else scroller.current?.querySelector(`[data-index="${rows.indexOf(row)}"]`)?.scrollIntoView({ block: "nearest" });
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
    // A drag that selects text is not a click.
    if (opens(row) && !window.getSelection()?.toString()) open(row, !ids.has(row.id));
  };

  const items = windowed ? virtual.getVirtualItems() : rows.map((_, index) => ({ index, start: 0, end: 0 }));
  const before = windowed ? (items[0]?.start ?? 0) : 0;
  const after = windowed ? virtual.getTotalSize() - (items.at(-1)?.end ?? 0) : 0;
  const path = useMemo(() => pathOf(rows, active), [rows, active]);
  const find = (wantedText: string) => {
    setText(wantedText);
    if (wantedText.trim() === "") return setHits(undefined);
    const found = searchTree(value, wantedText);
    setHits(found.count);
    if (found.opened.size > 0) setOpened({ of: value, ids: new Set([...ids, ...found.opened]) });
    if (found.first !== undefined) setActive(found.first);
  };
  const copy = useCopy();
  const toggleFind = () => {
    find("");
    setFinding(!isFinding);
  };
  const close = () => {
    toggleFind();
    scroller.current?.focus();
  };
  const actions: OutputAction[] =
    rows.length > 1
      ? [
          { label: t("view.tree.find"), icon: Search, checked: isFinding, run: toggleFind },
          { label: t("view.tree.copyPath"), icon: Copy, run: () => copy(path) },
          { label: t("view.tree.copyValue"), icon: Copy, run: () => copy(valueText(rows[active]?.value)) },
        ]
      : [];
  const menu = useOutputActions(actions, 0, label);
  return (
    <div className="cb-tree-frame">
      {menu}
      {isFinding && (
        <ShownTools onClose={close}>
          <FindInput label={t("view.tree.find")} value={text} isAsked onChange={find} />
          <span className="cb-note" role="status">
            {hits !== undefined && t("view.tree.found", { count: hits })}
          </span>
        </ShownTools>
      )}
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
        <TreeSpacer size={before} />
        {items.map(({ index }) => {
          const row = rows[index]!;
          const isOpen = ids.has(row.id);
          return (
            <TreeLine
              key={row.id}
              id={`${id}-${row.id}`}
              lineRef={windowed ? virtual.measureElement : undefined}
              index={index}
              row={row}
              isOpen={isOpen}
              isActive={index === active}
            />
          );
        })}
        <TreeSpacer size={after} />
      </div>
    </div>
  );
}

const valueText = (value: unknown): string => (typeof value === "string" ? value : [...jsonChunks(value)].join(""));

/** The path of a row as code writes it: `a.b[2]["a key"]`. */
function pathOf(rows: readonly TreeRow[], active: number): string {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const steps: string[] = [];
  for (let row = rows[active]; row; row = row.parent === null ? undefined : byId.get(row.parent)) {
    const { label } = row;
    if (label === null) continue;
    const isName = typeof label === "string" && /^[A-Za-z_$][\w$]*$/.test(label);
    steps.unshift(typeof label === "number" ? `[${label}]` : isName ? `.${label}` : `[${JSON.stringify(label)}]`);
  }
  return steps.join("").replace(/^\./, "");
}
