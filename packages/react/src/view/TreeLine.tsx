"use client";
import { ChevronRight } from "lucide-react";
import type { ReactNode, Ref } from "react";
import type { ViewTranslate } from "../messages/messages.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import type { TreeRow } from "./treeRows.ts";
import { viewEnglish } from "../messages/viewEnglish.ts";
import { readableText } from "../text/visibleText.ts";

/** Pixels of a row of one line. */
export const treeRowHeight = 24;
/** From so many rows on, only those in view are in the document. */
export const windowedTreeFrom = 150;
const deepestIndent = 16;
const longestScalar = 160;
const longestShown = 20_000;

/** One row of a tree: its place by guides, whether it opens, its key and its value. */
export function TreeLine(props: {
  row: TreeRow;
  index: number;
  isOpen: boolean;
  isActive: boolean;
  id?: string;
  lineRef?: Ref<HTMLDivElement> | undefined;
}): ReactNode {
  const { row, index, isOpen, isActive, id, lineRef } = props;
  const { t } = useKit(viewEnglish);
  return (
    <div
      id={id}
      ref={lineRef}
      data-index={index}
      className="cb-tree-row"
      role="treeitem"
      aria-level={row.depth + 1}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-selected={isActive}
      {...(opens(row) ? { "aria-expanded": isOpen } : {})}
      data-active={isActive || undefined}
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
}

/** Gives the scroller the height of all rows; the size is an attribute, so that the markup holds no inline style. */
export function TreeSpacer({ size }: { size: number }): ReactNode {
  return size > 0 ? <svg className="cb-tree-spacer" width="1" height={size} aria-hidden /> : null;
}

/** A long text, which opens like a record. */
export const opens = (row: TreeRow): boolean =>
  row.kind === "scalar" ? typeof row.value === "string" && row.value.length > longestScalar : row.count > 0;

function RowWords({ row, open, t }: { row: TreeRow; open: boolean; t: ViewTranslate }): ReactNode {
  const { value, kind, label, count } = row;
  if (kind === "range") {
    return <span className="cb-tree-note">{t("view.json.range", { from: row.from, to: row.to })}</span>;
  }
  return (
    <span className="cb-tree-words" data-open={(kind === "scalar" && open) || undefined}>
      {label !== null && (
        <>
          <bdi className="cb-tree-key">{typeof label === "string" ? readableText(label) : label}</bdi>
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

function Scalar({ value, open, t }: { value: unknown; open: boolean; t: ViewTranslate }): ReactNode {
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
        {readableText(JSON.stringify(shown).slice(0, open || value.length <= most ? undefined : -1))}
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
