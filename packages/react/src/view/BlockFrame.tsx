"use client";
import { csvChunks, jsonChunks, keysOfRows, type Block, type Column } from "@callboard/core";
import { Download } from "lucide-react";
import { useId, type ReactNode } from "react";
import { useCallboard } from "../provider/ToolProvider.tsx";
import { download, fileName } from "./download.ts";

/** What every block stands in: its heading, what can be done with it, and its body. */
export function BlockFrame(props: {
  block: Pick<Block, "type" | "label">;
  actions?: ReactNode;
  children: ReactNode;
}): ReactNode {
  const { block, actions, children } = props;
  const id = useId();
  return (
    <div
      className="cb-block"
      data-block={block.type}
      {...(block.label === undefined ? {} : { role: "group", "aria-labelledby": id })}
    >
      {(block.label !== undefined || actions) && (
        <div className="cb-block-head">
          {block.label !== undefined && (
            <h3 id={id} className="cb-block-label" dir="auto">
              {block.label}
            </h3>
          )}
          {actions && <div className="cb-block-actions">{actions}</div>}
        </div>
      )}
      {children}
    </div>
  );
}

/** A quiet button that saves a file. */
export function DownloadButton(props: {
  kind: "csv" | "json" | "text";
  name: string;
  pieces: () => Iterable<string>;
}): ReactNode {
  const { t } = useCallboard();
  const { kind, name, pieces } = props;
  const [extension, type] = {
    csv: ["csv", "text/csv"],
    json: ["json", "application/json"],
    text: ["txt", "text/plain"],
  }[kind];
  return (
    <button
      type="button"
      className="cb-button cb-small-button"
      data-variant="quiet"
      aria-label={t(`view.download.${kind}.label`)}
      onClick={() => void download(fileName(name, extension!), `${type};charset=utf-8`, pieces())}
    >
      <Download size={14} aria-hidden />
      {t(`view.download.${kind}`)}
    </button>
  );
}

/** Saves rows as CSV (all rows, all columns) and the part they came from as JSON. */
export function TableDownloads(props: {
  columns: readonly Column[];
  rows: readonly unknown[];
  value: unknown;
  name: string;
  complete?: boolean;
}): ReactNode {
  const { columns, rows, value, name, complete = true } = props;
  function* csv(): Generator<string> {
    // The mark by which spreadsheets know that the file is UTF-8.
    yield "\ufeff";
    const known = new Set(columns.map((column) => column.key));
    const later = complete ? [] : keysOfRows(rows, Infinity).keys.filter((key) => !known.has(key));
    yield* csvChunks([...columns, ...later.map((key) => ({ key, label: key }))], rows);
  }
  return (
    <>
      <DownloadButton kind="csv" name={name} pieces={csv} />
      <DownloadButton kind="json" name={name} pieces={() => jsonChunks(value)} />
    </>
  );
}
