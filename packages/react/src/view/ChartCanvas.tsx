"use client";
import { formatValue, type ChartBlock, type ChartPoint, type Column, type RadarBlock } from "@callboard/core/view";
import type { ReactNode } from "react";
import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  CartesianGrid,
  Line,
  LineChart,
  Pie,
  PieChart,
  PolarAngleAxis,
  PolarGrid,
  PolarRadiusAxis,
  Radar,
  RadarChart,
  ResponsiveContainer,
  Scatter,
  ScatterChart,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { useKit } from "../provider/ToolProvider.tsx";
import { viewEnglish } from "../messages/viewEnglish.ts";

interface Props {
  block: ChartBlock | RadarBlock;
  x: Column;
  series: readonly Column[];
}

const colour = (index: number) => `var(--cb-series-${(index % 5) + 1})`;
// Beyond five series the hues repeat, with a dash.
const dash = (index: number) => (index < 5 ? undefined : "5 4");
const shapes = ["circle", "square", "triangle", "diamond", "cross"] as const;
const tick = { fill: "var(--cb-text-muted)", fontSize: 12 };
const longestTick = 18;

/** The drawing of a chart, in a chunk of its own with the charting library. */
export function ChartCanvas({ block, x, series }: Props): ReactNode {
  const { locale } = useKit();
  const data = block.points as ChartPoint[];
  const written = (value: unknown, column: Column): string => formatValue(value, column.format, locale);
  const short = (value: unknown): string => {
    const text = written(value, x);
    return text.length > longestTick ? `${text.slice(0, longestTick - 1)}…` : text;
  };
  const amount = (value: number): string =>
    series[0]?.format && series.every((one) => one.format?.type === series[0]!.format!.type)
      ? written(value, { ...series[0], format: { ...series[0].format, digits: compactDigits(value) } })
      : compact(value, locale);
  const tooltip = (
    <Tooltip
      isAnimationActive={false}
      cursor={{ stroke: "var(--cb-border-control)", fill: "var(--cb-surface-hover)" }}
      content={<ChartTip x={x} series={series} locale={locale} />}
    />
  );
  const valueOf = (index: number) => (point: ChartPoint) => point.values[index] ?? undefined;
  const shared = (one: Column, index: number) => ({
    key: one.key,
    name: one.label,
    dataKey: valueOf(index),
    stroke: colour(index),
    strokeDasharray: dash(index),
    isAnimationActive: false,
  });

  if (block.type === "radar") {
    return (
      <ResponsiveContainer width="100%" height="100%">
        <RadarChart
          data={data}
          accessibilityLayer={false}
          outerRadius="86%"
          margin={{ top: 16, right: 8, bottom: 8, left: 8 }}
        >
          <PolarGrid stroke="var(--cb-border)" />
          <PolarAngleAxis dataKey={(point: ChartPoint) => point.x} tick={tick} tickFormatter={short} />
          <PolarRadiusAxis domain={[0, "dataMax"]} tick={false} axisLine={false} />
          {tooltip}
          {series.map((one, index) => (
            <Radar {...shared(one, index)} key={one.key} fill={colour(index)} fillOpacity={0.14} strokeWidth={2} />
          ))}
        </RadarChart>
      </ResponsiveContainer>
    );
  }

  const axes = [
    <CartesianGrid key="grid" vertical={false} stroke="var(--cb-border)" />,
    <XAxis
      key="x"
      dataKey={(point: ChartPoint) => point.x}
      tick={tick}
      tickFormatter={short}
      tickLine={false}
      axisLine={{ stroke: "var(--cb-border)" }}
      interval="preserveStartEnd"
      minTickGap={24}
      tickMargin={8}
    />,
    <YAxis key="y" width="auto" tick={tick} tickFormatter={amount} tickLine={false} axisLine={false} tickMargin={4} />,
  ];
  if (block.variant === "pie") {
    const slices = data.map((point, index) => ({
      ...point,
      fill: colour(index),
      fillOpacity: index < 5 ? 1 : index < 10 ? 0.6 : 0.3,
    }));
    return (
      <ResponsiveContainer width="100%" height="100%">
        <PieChart accessibilityLayer={false}>
          {tooltip}
          <Pie
            data={slices}
            dataKey={valueOf(0)}
            nameKey={(point: ChartPoint) => point.x}
            innerRadius="52%"
            outerRadius="92%"
            startAngle={90}
            endAngle={-270}
            stroke="var(--cb-background)"
            strokeWidth={2}
            isAnimationActive={false}
          />
        </PieChart>
      </ResponsiveContainer>
    );
  }

  const margin = { top: 8, right: 12, bottom: 0, left: 0 };
  const stack = block.stacked ? { stackId: "all" } : {};
  return (
    <ResponsiveContainer width="100%" height="100%">
      {block.variant === "scatter" ? (
        <ScatterChart margin={margin} accessibilityLayer={false}>
          <CartesianGrid stroke="var(--cb-border)" />
          <XAxis
            type="number"
            dataKey={(point: ChartPoint) => point.x}
            domain={["auto", "auto"]}
            tick={tick}
            tickFormatter={(value: number) => (x.format ? written(value, x) : compact(value, locale))}
            tickLine={false}
            axisLine={{ stroke: "var(--cb-border)" }}
            tickMargin={8}
          />
          <YAxis
            type="number"
            dataKey={valueOf(0)}
            width="auto"
            domain={["auto", "auto"]}
            tick={tick}
            tickFormatter={amount}
            tickLine={false}
            axisLine={false}
            tickMargin={4}
          />
          {tooltip}
          {series.map((one, index) => (
            <Scatter
              key={one.key}
              name={one.label}
              data={data.map((point) => ({ ...point, y: valueOf(index)(point) }))}
              dataKey="y"
              fill={colour(index)}
              shape={shapes[index % shapes.length]}
              isAnimationActive={false}
            />
          ))}
        </ScatterChart>
      ) : block.variant === "bar" ? (
        <BarChart data={data} margin={margin} accessibilityLayer={false} barCategoryGap="24%">
          {axes}
          {tooltip}
          {series.map((one, index) => (
            <Bar {...shared(one, index)} {...stack} key={one.key} fill={colour(index)} stroke="none" maxBarSize={48} />
          ))}
        </BarChart>
      ) : block.variant === "area" ? (
        <AreaChart data={data} margin={margin} accessibilityLayer={false}>
          {axes}
          {tooltip}
          {series.map((one, index) => (
            <Area
              {...shared(one, index)}
              {...stack}
              key={one.key}
              fill={colour(index)}
              fillOpacity={0.14}
              strokeWidth={2}
            />
          ))}
        </AreaChart>
      ) : (
        <LineChart data={data} margin={margin} accessibilityLayer={false}>
          {axes}
          {tooltip}
          {series.map((one, index) => (
            <Line
              {...shared(one, index)}
              key={one.key}
              strokeWidth={2}
              dot={data.length <= 24 ? { r: 2.5, fill: colour(index), strokeWidth: 0 } : false}
              activeDot={{ r: 4 }}
            />
          ))}
        </LineChart>
      )}
    </ResponsiveContainer>
  );
}

const compact = (value: number, locale: string): string =>
  new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 2 }).format(value);

const compactDigits = (value: number): number => (Number.isInteger(value) || Math.abs(value) >= 100 ? 0 : 2);

/** The values at the pointer; recharts passes the point. */
function ChartTip(props: {
  x: Column;
  series: readonly Column[];
  locale: string;
  active?: boolean;
  payload?: readonly { payload?: ChartPoint }[];
}): ReactNode {
  const { x, series, locale, active, payload } = props;
  const { t } = useKit(viewEnglish);
  const point = payload?.[0]?.payload;
  if (!active || !point) return null;
  return (
    <div className="cb-chart-tip">
      <p>
        {point.others === undefined
          ? formatValue(point.x, x.format, locale)
          : t("view.chart.others", { count: point.others })}
      </p>
      <ul className="cb-legend">
        {series.map((one, index) => (
          <li key={one.key} data-series={(index % 5) + 1}>
            <bdi>{one.label}</bdi>
            <span>{formatValue(point.values[index], one.format, locale) || "–"}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
