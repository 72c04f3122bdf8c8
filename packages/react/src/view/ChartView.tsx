"use client";
import type { ChartBlock, Column, RadarBlock } from "@callboard/core";
import { ChartNoAxesCombined, Table2 } from "lucide-react";
import { Component, lazy, Suspense, useMemo, useState, useSyncExternalStore, type ReactNode } from "react";
import { useCallboard } from "../provider/ToolProvider.tsx";
import { BlockFrame, TableDownloads } from "./BlockFrame.tsx";
import { DataTable } from "./DataTable.tsx";
import { useColumnLabel } from "./useColumnLabel.ts";

const ChartCanvas = lazy(() => import("./ChartCanvas.tsx").then((module) => ({ default: module.ChartCanvas })));

const never = () => () => {};

/** A chart at a fixed height, and the same numbers as a table: one switch away for everybody, and in its place where the drawing cannot load. */
export function ChartView({ block }: { block: ChartBlock | RadarBlock }): ReactNode {
  const { t } = useCallboard();
  const labelOf = useColumnLabel();
  const inBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const [asTable, setAsTable] = useState(false);
  const { rows, points } = block;
  const { x, series } = useMemo(() => {
    const named = (column: Column): Column => ({ ...column, label: labelOf(column) });
    return { x: named(block.x), series: block.series.map(named) };
  }, [block.x, block.series, labelOf]);
  const variant = block.type === "radar" ? "radar" : block.variant;
  const words = { series: series.map((one) => one.label).join(", "), x: x.label, count: points.length };
  const label = `${block.label === undefined ? "" : `${block.label}. `}${t(`view.chart.${variant}`, words)}`;
  const columns = useMemo(() => [...(block.x.key === "" ? [] : [x]), ...series], [block.x.key, x, series]);
  const table = <DataTable columns={columns} rows={rows} label={block.label ?? t("view.table.label")} />;
  const Icon = asTable ? ChartNoAxesCombined : Table2;
  const total = block.type === "chart" ? block.total : points.length;

  return (
    <BlockFrame
      block={block}
      actions={
        <>
          <button
            type="button"
            className="cb-button cb-small-button"
            data-variant="quiet"
            onClick={() => setAsTable(!asTable)}
          >
            <Icon size={14} aria-hidden />
            {t(asTable ? "view.chart.asChart" : "view.chart.asTable")}
          </button>
          {asTable && <TableDownloads columns={columns} rows={rows} value={block.value} name={block.label ?? ""} />}
        </>
      }
    >
      <div className="cb-chart" data-variant={variant}>
        {asTable ? (
          table
        ) : (
          <ChartBoundary instead={table}>
            <Legend series={series} />
            <div className="cb-chart-canvas" role="img" aria-label={label} dir="ltr">
              {inBrowser ? (
                <Suspense fallback={<ChartSkeleton label={t("view.chart.loading")} />}>
                  <ChartCanvas block={block} x={x} series={series} />
                </Suspense>
              ) : (
                <ChartSkeleton label={t("view.chart.loading")} />
              )}
            </div>
          </ChartBoundary>
        )}
      </div>
      {total > points.length && (
        <p className="cb-note">{t("view.chart.cut", { shown: points.length, count: total })}</p>
      )}
    </BlockFrame>
  );
}

function Legend({ series }: { series: readonly Column[] }): ReactNode {
  return (
    <ul className="cb-legend" aria-hidden>
      {series.map((one, index) => (
        <li key={one.key} data-series={(index % 5) + 1}>
          <bdi>{one.label}</bdi>
        </li>
      ))}
    </ul>
  );
}

function ChartSkeleton({ label }: { label: string }): ReactNode {
  return (
    <div className="cb-chart-skeleton">
      <span className="cb-visually-hidden">{label}</span>
    </div>
  );
}

class ChartBoundary extends Component<{ instead: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render(): ReactNode {
    return this.state.failed ? this.props.instead : this.props.children;
  }
}
