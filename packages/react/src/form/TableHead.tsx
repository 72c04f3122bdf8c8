"use client";
import type { FormField, LeafNode } from "@callboard/core/form";
import type { ReactNode } from "react";
import { requiredMark } from "../field/api/fieldMarks.tsx";

/** How much room a column takes beside the others: a mark the least, a figure or a short choice less than a text. */
function shareOf({ type, options = [] }: LeafNode): number {
  if (type === "boolean") return 1;
  return type === "number" || (type === "enum" && options.every(({ label }) => label.length <= 6)) ? 2 : 3;
}

/** The widths of a table's columns, as a grid has them. */
export const columnTracks = (columns: readonly FormField[]): string =>
  columns.map(({ node }) => `minmax(2rem, ${node.kind === "leaf" ? shareOf(node) : 3}fr)`).join(" ");

/**
 * The heads of a list's columns, where it is a table. Every cell has its own name, so a screen reader is not read them
 * twice.
 */
export function TableHead({ columns, readOnly }: { columns: readonly FormField[]; readOnly: boolean }): ReactNode {
  return (
    <div className="cb-table-head" aria-hidden>
      {columns.map(({ key, node }) => (
        <div key={key}>
          <div className="cb-field-label">
            {node.label}
            {node.required && !node.nullable && !readOnly && requiredMark}
          </div>
          {node.help !== undefined && <div className="cb-field-help">{node.help}</div>}
        </div>
      ))}
    </div>
  );
}
