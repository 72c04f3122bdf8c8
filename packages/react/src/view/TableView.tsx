"use client";
import type { TableBlock } from "@callboard/core/view";
import { useContext, type ReactNode } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { BlockFrame, TableDownloads } from "./BlockFrame.tsx";
import { KindSwitchContext, OnlyContext } from "./KindSwitch.tsx";
import { LazyDataTable } from "./LazyDataTable.tsx";
import { mostRows } from "./tableShape.ts";
import { GiantContext } from "./giantReader.ts";
import { viewEnglish } from "../messages/viewEnglish.ts";

/** A table block: complete downloads above, and below a note of rows and columns that are not shown. */
export function TableView({ block }: { block: TableBlock }): ReactNode {
  const { t } = useKit(viewEnglish);
  const { rows, columns, label, value } = block;
  const complete = block.columnsComplete;
  const total = useContext(GiantContext)?.totals[block.id] ?? rows.length;

  const kindSwitch = useContext(KindSwitchContext);
  // What saves the rows stands in the line of the table's own tools, as does, without a heading, the switch of the block.
  const isBare = label === undefined;
  const isOnly = useContext(OnlyContext);
  const actions = isOnly ? null : (
    <div className="cb-block-actions">
      <TableDownloads
        columns={columns}
        rows={rows}
        value={value}
        name={label ?? ""}
        complete={complete}
        part={block.id}
      />
      {isBare && kindSwitch}
    </div>
  );
  return (
    <KindSwitchContext.Provider value={isBare ? null : kindSwitch}>
      <BlockFrame block={block}>
        <LazyDataTable
          columns={columns}
          rows={rows}
          label={label ?? t("view.table.label")}
          part={block.id}
          actions={actions}
        />
        {total > mostRows ? (
          <p className="cb-note">{t("view.table.cut", { shown: mostRows, count: total })}</p>
        ) : (
          total > 10 && <p className="cb-note">{t("view.rows", { count: total })}</p>
        )}
        {!complete && <p className="cb-note">{t("view.table.columnsCut")}</p>}
      </BlockFrame>
    </KindSwitchContext.Provider>
  );
}
