"use client";
import { csvChunks, jsonChunks, keysOfRows, type Block, type Column } from "@callboard/core/view";
import { useContext, useId, type ReactNode } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { DownloadButton } from "../text/DownloadButton.tsx";
import { GiantContext } from "./giantReader.ts";
import { KindSwitchContext, OnlyContext } from "./KindSwitch.tsx";
import { viewEnglish } from "../messages/viewEnglish.ts";
import { readableText } from "../text/visibleText.ts";

/** The frame of every block: heading, actions and body. */
export function BlockFrame(props: {
  block: Pick<Block, "type" | "label" | "note">;
  actions?: ReactNode;
  children: ReactNode;
}): ReactNode {
  const { block, children } = props;
  const actions = useContext(OnlyContext) ? undefined : props.actions;
  const { t } = useKit(viewEnglish);
  const id = useId();
  const kindSwitch = useContext(KindSwitchContext);
  const hasHead = block.label !== undefined || Boolean(actions);
  return (
    <div
      className="cb-block"
      data-block={block.type}
      data-corner={(kindSwitch && !hasHead) || undefined}
      {...(block.label === undefined ? {} : { role: "group", "aria-labelledby": id })}
    >
      {!hasHead && kindSwitch}
      {hasHead && (
        <div className="cb-block-head">
          {block.label !== undefined && (
            <h3 id={id} className="cb-block-label" dir="auto">
              {block.label}
            </h3>
          )}
          {(actions || kindSwitch) && (
            <div className="cb-block-actions">
              {actions}
              {kindSwitch}
            </div>
          )}
        </div>
      )}
      {block.note && (
        <p className="cb-note">
          {t(`view.note.${block.note.reason}`, { names: readableText(block.note.names?.join(", ") ?? "") })}
        </p>
      )}
      {children}
    </div>
  );
}

/** Saves rows as CSV (all rows, all columns) and the value they came from as JSON. */
export function TableDownloads(props: {
  columns: readonly Column[];
  rows: readonly unknown[];
  value: unknown;
  name: string;
  complete?: boolean;
  /** The block, where it stands in a giant output. */
  part?: string;
}): ReactNode {
  const giant = useContext(GiantContext);
  const { columns, rows, value, name, complete = true } = props;
  function* csv(): Generator<string> {
    // Spreadsheets recognize UTF-8 by this byte order mark.
    yield "\ufeff";
    const listed = new Set(columns.map((column) => column.key));
    const later = complete ? [] : keysOfRows(rows, Infinity).keys.filter((key) => !listed.has(key));
    yield* csvChunks([...columns, ...later.map((key) => ({ key, label: key }))], rows);
  }
  const { part } = props;
  if (giant && part !== undefined && part in giant.totals) {
    return (["csv", "json"] as const).map((kind) => (
      <DownloadButton key={kind} kind={kind} name={name} file={() => giant.reader.file(part, kind)} />
    ));
  }
  return (
    <>
      <DownloadButton kind="csv" name={name} pieces={csv} />
      <DownloadButton kind="json" name={name} pieces={() => jsonChunks(value)} />
    </>
  );
}
