"use client";
import { Suspense, useMemo, type ReactNode } from "react";
import { JsonTree } from "#view/parts";
import { TreeLine, treeRowHeight, TreeSpacer, windowedTreeFrom } from "./TreeLine.tsx";
import { openedAtFirst, rowsOfTree } from "./treeRows.ts";

interface LazyJsonTreeProps {
  value: unknown;
  label: string;
}

/** A `JsonTree`, and until its code is here the same rows at rest, at the same size. */
export function LazyJsonTree(props: LazyJsonTreeProps): ReactNode {
  return (
    <Suspense fallback={<StillTree {...props} />}>
      <JsonTree {...props} />
    </Suspense>
  );
}

/** The rows that a windowed tree has in its document at first. */
const firstRows = 32;

/** A tree to read, which a server can draw. */
function StillTree({ value, label }: LazyJsonTreeProps): ReactNode {
  const opened = useMemo(() => openedAtFirst(value), [value]);
  const rows = useMemo(() => rowsOfTree(value, opened), [value, opened]);
  const shown = rows.length > windowedTreeFrom ? rows.slice(0, firstRows) : rows;
  return (
    <div className="cb-tree-frame">
      <div className="cb-tree" role="tree" tabIndex={0} aria-label={label}>
        {shown.map((row, index) => (
          <TreeLine key={row.id} row={row} index={index} isOpen={opened.has(row.id)} isActive={false} />
        ))}
        <TreeSpacer size={(rows.length - shown.length) * treeRowHeight} />
      </div>
    </div>
  );
}
