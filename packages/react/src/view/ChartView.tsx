"use client";
import {
  formatValue,
  type ChartBlock,
  type ChartPoint,
  type Column,
  type Quadrants,
  type RadarBlock,
} from "@callboard/core/view";
import { ChartNoAxesCombined, Table2 } from "lucide-react";
import { lazy, Suspense, useMemo, useRef, useState, type ReactNode } from "react";
import { Contained } from "../provider/Contained.tsx";
import { useKit } from "../provider/ToolProvider.tsx";
import { fileName } from "../text/download.ts";
import { useStore, type Store } from "../useStore.ts";
import { BlockFrame } from "./BlockFrame.tsx";
import { LazyDataTable } from "./LazyDataTable.tsx";
import { useFileAction, useTableDownloads } from "./outputDownloads.ts";
import { useIsOnly, type OutputAction } from "./OutputMenu.tsx";
import { useColumnLabel } from "./useColumnLabel.ts";
import { viewEnglish } from "../messages/viewEnglish.ts";
import { readableText } from "../text/visibleText.ts";
import { readableName } from "./readableName.ts";

const ChartCanvas = lazy(() => import("./ChartCanvas.tsx").then((module) => ({ default: module.ChartCanvas })));

/** False while a server's markup is hydrated, then true. */
const inBrowserStore: Store<boolean> = { subscribe: () => () => {}, read: () => true, readOnServer: () => false };
/** A screen reader is given this many points one by one; the switch to the table has them all. */
const mostRead = 60;

/**
 * A chart at a fixed height, with a switch to the same numbers as a table, which also replaces a chart that cannot
 * load.
 */
export function ChartView({ block }: { block: ChartBlock | RadarBlock }): ReactNode {
  const { t } = useKit(viewEnglish);
  const labelOf = useColumnLabel();
  const inBrowser = useStore(inBrowserStore);
  const [asTable, setAsTable] = useState(false);
  const canvas = useRef<HTMLDivElement>(null);
  const { rows, points } = block;
  const { x, series, columns } = useMemo(() => {
    const named = (column: Column): Column => ({ ...column, label: labelOf(column) });
    return { x: named(block.x), series: block.series.map(named), columns: block.columns.map(named) };
  }, [block.x, block.series, block.columns, labelOf]);
  const variant = block.type === "radar" ? "radar" : block.variant;
  const words = { series: series.map((one) => one.label).join(", "), x: x.label, count: points.length };
  const label = `${block.label === undefined ? "" : `${block.label}. `}${t(`view.chart.${variant}`, words)}`;
  const table = (
    <LazyDataTable columns={columns} rows={rows} label={block.label ?? t("view.table.label")} part={block.id} />
  );
  const total = block.type === "chart" ? block.total : points.length;
  const { nameColumn, quadrants } = block.type === "chart" ? block : {};
  const name = nameColumn && labelOf(nameColumn);
  const isPie = block.type === "chart" && block.variant === "pie";

  const isOnly = useIsOnly();
  const files = useTableDownloads();
  const action = useFileAction();
  const savePicture = async (kind: "svg" | "png"): Promise<void> => {
    const svg = canvas.current?.querySelector("svg");
    if (!svg) return;
    // Only who saves a picture loads what makes one.
    const { savePicture: save } = await import("./chartPicture.ts");
    await save(svg, kind, fileName(block.label ?? label, kind));
  };
  const actions: OutputAction[] = [
    {
      label: t(asTable ? "view.chart.asChart" : "view.chart.asTable"),
      icon: asTable ? ChartNoAxesCombined : Table2,
      run: () => setAsTable(!asTable),
    },
    ...(asTable
      ? files({ columns, rows, value: block.value, name: block.label ?? "", part: block.id })
      : // oxlint-disable-next-line react/refs -- it is called when somebody chooses it
        (["svg", "png"] as const).map((kind) => action(kind, () => savePicture(kind), t("view.chart.noPicture")))),
  ];

  return (
    <BlockFrame block={block} actions={actions}>
      <div className="cb-chart" data-variant={variant}>
        {asTable ? (
          table
        ) : (
          <Contained from={[block.value]} renderInstead={() => table}>
            {isPie ? <SliceLegend points={points} x={x} series={series[0]!} /> : <Legend series={series} />}
            <div ref={canvas} className="cb-chart-canvas" role="img" aria-label={label} dir="ltr">
              {inBrowser ? (
                <Suspense fallback={<ChartSkeleton label={t("view.chart.loading")} />}>
                  <ChartCanvas block={block} x={x} series={series} />
                </Suspense>
              ) : (
                <ChartSkeleton label={t("view.chart.loading")} />
              )}
            </div>
            <ReadTable points={points} x={x} series={series} label={label} name={name} quadrants={quadrants} />
          </Contained>
        )}
      </div>
      {total > points.length && (
        <p className="cb-note">
          {t(isOnly ? "view.chart.cutOnly" : "view.chart.cut", { shown: points.length, count: total })}
        </p>
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

interface Drawn {
  points: readonly ChartPoint[];
  x: Column;
}

/** The slices by name, each with its share of the whole. */
function SliceLegend({ points, x, series }: Drawn & { series: Column }): ReactNode {
  const { t, locale } = useKit(viewEnglish);
  const whole = points.reduce((sum, point) => sum + (point.values[0] ?? 0), 0);
  return (
    <ul className="cb-legend" data-slices aria-hidden>
      {points.map((point, index) => (
        <li key={index} data-series={(index % 5) + 1} data-pale={Math.floor(index / 5) || undefined}>
          <bdi>{nameOf(point, x, t, locale)}</bdi>
          <span>{formatValue(point.values[0], series.format, locale)}</span>
          <span>{formatValue((point.values[0] ?? 0) / whole, { type: "percent", digits: 0 }, locale)}</span>
        </li>
      ))}
    </ul>
  );
}

const nameOf = (
  point: ChartPoint,
  x: Column,
  t: (key: "view.chart.others", params: { count: number }) => string,
  locale: string,
): string =>
  point.others === undefined ? readableName(point.x, x, locale) : t("view.chart.others", { count: point.others });

/** The drawn numbers for who cannot see the drawing. */
function ReadTable({
  points,
  x,
  series,
  label,
  name,
  quadrants,
}: Drawn & {
  series: readonly Column[];
  label: string;
  name: string | undefined;
  quadrants: Quadrants | undefined;
}): ReactNode {
  const { t, locale } = useKit(viewEnglish);
  if (points.length > mostRead) return null;
  const xName = (point: ChartPoint) => nameOf(point, x, t, locale);
  return (
    // A table is as wide as its words, so what hides it stands around it.
    <div className="cb-visually-hidden">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            {name !== undefined && <th scope="col">{name}</th>}
            <th scope="col">{x.label}</th>
            {series.map((one) => (
              <th key={one.key} scope="col">
                {one.label}
              </th>
            ))}
            {quadrants && <th scope="col">{t("view.chart.quadrant")}</th>}
          </tr>
        </thead>
        <tbody>
          {points.map((point, index) => (
            <tr key={index}>
              <th scope="row">{point.name === undefined ? xName(point) : readableText(point.name)}</th>
              {point.name !== undefined && <td>{xName(point)}</td>}
              {series.map((one, at) => (
                <td key={one.key}>{formatValue(point.values[at], one.format, locale) || t("view.none")}</td>
              ))}
              {quadrants && <td>{quadrantOf(point, quadrants) ?? t("view.none")}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The name of the part of a scatter that a point lies in; on a line it is the lower one, further left. */
function quadrantOf({ x, values }: ChartPoint, quadrants: Quadrants): string | undefined {
  const isRight = Number(x) > quadrants.x;
  const isTop = (values[0] ?? -Infinity) > quadrants.y;
  if (isTop) return isRight ? quadrants.topRight : quadrants.topLeft;
  return isRight ? quadrants.bottomRight : quadrants.bottomLeft;
}

function ChartSkeleton({ label }: { label: string }): ReactNode {
  return (
    <div className="cb-chart-skeleton">
      <span className="cb-visually-hidden">{label}</span>
    </div>
  );
}
