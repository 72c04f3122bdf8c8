"use client";
import type { TableBlock } from "@callboard/core/view";
import { useContext, type ReactNode } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { BlockFrame } from "./BlockFrame.tsx";
import { LazyDataTable } from "./LazyDataTable.tsx";
import { useTableDownloads } from "./outputDownloads.ts";
import { mostRows } from "./tableShape.ts";
import { GiantContext } from "./giantReader.ts";
import { OfferedContext, useIsOnly } from "./OutputMenu.tsx";
import { viewEnglish } from "../messages/viewEnglish.ts";

/** A table block, with complete downloads, and below it a note of rows and columns that are not shown. */
export function TableView({ block }: { block: TableBlock }): ReactNode {
  const { t } = useKit(viewEnglish);
  const { rows, columns, label, value } = block;
  const complete = block.columnsComplete;
  const total = useContext(GiantContext)?.totals[block.id] ?? rows.length;
  const isOnly = useIsOnly();
  const isSaved = useContext(OfferedContext) !== "none";
  const files = useTableDownloads();
  return (
    <BlockFrame block={block} actions={files({ columns, rows, value, name: label ?? "", complete, part: block.id })}>
      <LazyDataTable columns={columns} rows={rows} label={label ?? t("view.table.label")} part={block.id} />
      {total > mostRows ? (
        <p className="cb-note">
          {t(isSaved ? "view.table.cut" : "view.table.cutOnly", { shown: mostRows, count: total })}
        </p>
      ) : (
        total > 10 && <p className="cb-note">{t("view.rows", { count: total })}</p>
      )}
      {!complete && !isOnly && <p className="cb-note">{t("view.table.columnsCut")}</p>}
    </BlockFrame>
  );
}
