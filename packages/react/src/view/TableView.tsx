"use client";
import type { TableBlock } from "@callboard/core";
import type { ReactNode } from "react";
import { useCallboard } from "../provider/ToolProvider.tsx";
import { BlockFrame, TableDownloads } from "./BlockFrame.tsx";
import { DataTable, mostRows } from "./DataTable.tsx";

/** Rows and columns, with what was left out said below and the files that leave nothing out above. */
export function TableView({ block }: { block: TableBlock }): ReactNode {
  const { t } = useCallboard();
  const { rows, columns, label, value } = block;
  const complete = block.columnsComplete;
  return (
    <BlockFrame
      block={block}
      actions={<TableDownloads columns={columns} rows={rows} value={value} name={label ?? ""} complete={complete} />}
    >
      <DataTable columns={columns} rows={rows} label={label ?? t("view.table.label")} />
      {rows.length > mostRows ? (
        <p className="cb-note">{t("view.table.cut", { shown: mostRows, count: rows.length })}</p>
      ) : (
        rows.length > 10 && <p className="cb-note">{t("view.rows", { count: rows.length })}</p>
      )}
      {!complete && <p className="cb-note">{t("view.table.columnsCut")}</p>}
    </BlockFrame>
  );
}
