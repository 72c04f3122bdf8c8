"use client";
import type { ValueFormat } from "@callboard/core";
import { readPath, type Column } from "@callboard/core/view";
import type { ReactNode, Ref } from "react";
import type { TableShape } from "./tableShape.ts";
import { Value } from "./Value.tsx";

interface TableGridProps {
  label: string;
  columns: readonly Column[];
  /** The rows there are, in the document or not. */
  count: number;
  shape: TableShape;
  /** The places of the columns, from the first that is shown to the last. */
  shown: readonly number[];
  /** Their widths by place; null lets the words decide. */
  widths: readonly number[] | null;
  sortOf?: (index: number) => "ascending" | "descending" | "none";
  renderHead: (index: number) => ReactNode;
  rows: readonly { at: number; key: number | string; row: unknown; isHere: boolean }[];
  /** Pixels of the rows above and below those in the document. */
  before: number;
  after: number;
  scroller?: Ref<HTMLDivElement>;
  rowRef?: Ref<HTMLTableRowElement> | undefined;
  children?: ReactNode;
}

/** The table itself, which scrolls within its frame: headings, and as many rows as are given. */
export function TableGrid(props: TableGridProps): ReactNode {
  const { label, columns, count, shape, shown, widths, sortOf, renderHead, rows, before, after, scroller, rowRef } =
    props;
  const { numeric, formats } = shape;
  return (
    <div ref={scroller} className="cb-table-scroll" role="group" aria-label={label} tabIndex={0}>
      <table
        className="cb-table"
        data-windowed={widths !== null || undefined}
        aria-label={label}
        aria-rowcount={count + 1}
        {...(widths ? { width: shown.reduce((sum, index) => sum + widths[index]!, 0) } : {})}
      >
        {widths && (
          <colgroup>
            {shown.map((index) => (
              <col key={index} width={widths[index]} />
            ))}
          </colgroup>
        )}
        <thead>
          <tr aria-rowindex={1}>
            {shown.map((index) => (
              <th key={index} scope="col" data-numeric={numeric[index] || undefined} aria-sort={sortOf?.(index)}>
                {renderHead(index)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer size={before} span={shown.length} />
          {rows.map(({ at, key, row, isHere }) => (
            <tr key={key} ref={rowRef} data-index={at} aria-rowindex={at + 2}>
              {shown.map((index) => (
                <td key={index} data-numeric={numeric[index] || undefined}>
                  {isHere ? <Cell value={readPath(row, columns[index]!.key)} format={formats[index]} /> : "\u00a0"}
                </td>
              ))}
            </tr>
          ))}
          <Spacer size={after} span={shown.length} />
        </tbody>
      </table>
      {props.children}
    </div>
  );
}

function Cell({ value, format }: { value: unknown; format: ValueFormat | undefined }): ReactNode {
  const letters = typeof value === "string" ? value.length : 0;
  return (
    <div
      className="cb-cell"
      data-wide={letters > 28 || undefined}
      data-short={(letters > 0 && letters <= 16) || undefined}
    >
      <Value value={value} format={format} />
    </div>
  );
}

function Spacer({ size, span }: { size: number; span: number }): ReactNode {
  return size > 0 ? (
    <tr aria-hidden>
      <td className="cb-table-spacer" colSpan={span} height={size} />
    </tr>
  ) : null;
}
