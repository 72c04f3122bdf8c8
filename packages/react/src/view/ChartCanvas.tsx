"use client";
import {
  formatValue,
  type ChartBlock,
  type ChartPoint,
  type Column,
  type Quadrants,
  type RadarBlock,
  type Scale,
} from "@callboard/core/view";
import { useState, type ReactNode } from "react";
import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  CartesianGrid,
  LabelList,
  Line,
  LineChart,
  Pie,
  PieChart,
  PolarAngleAxis,
  PolarGrid,
  PolarRadiusAxis,
  Radar,
  RadarChart,
  ReferenceArea,
  ReferenceLine,
  ResponsiveContainer,
  Scatter,
  ScatterChart,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { useKit } from "../provider/ToolProvider.tsx";
import { viewEnglish } from "../messages/viewEnglish.ts";
import { readableText } from "../text/visibleText.ts";
import { readableName } from "./readableName.ts";

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
/** How a text is read over what is drawn there. */
const overDrawing = { paintOrder: "stroke", stroke: "var(--cb-background)", strokeWidth: 3 };
/** The value of a ring. */
const ringTick = { ...tick, ...overDrawing, fontSize: 11, textAnchor: "end" as const, dx: -2 };
const longestTick = 18;
/** Pixels of an axis of amounts, about; and the letters of a name that still say something. */
const axisWidth = 56;
const fewestLetters = 6;

/** The drawing of a chart, in a chunk of its own with the charting library. */
export function ChartCanvas({ block, x, series }: Props): ReactNode {
  const { locale } = useKit();
  const [size, setSize] = useState<Size>();
  const data = block.points as ChartPoint[];
  const container = {
    width: "100%" as const,
    height: "100%" as const,
    onResize: (width: number, height: number) => setSize({ width, height }),
  };
  const written = (value: unknown, column: Column): string => formatValue(value, column.format, locale);
  const short = (value: string | number): string => shortened(readableName(value, x, locale));
  const amount = (value: number): string => isolated(amountOf(value));
  const amountOf = (value: number): string =>
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
    const names = data.map((point) => readableName(point.x, x, locale));
    return (
      <ResponsiveContainer {...container}>
        <RadarChart
          data={data}
          accessibilityLayer={false}
          outerRadius={size ? radarRadius(size, names) : "60%"}
          margin={{ top: 0, right: 0, bottom: 0, left: 0 }}
        >
          <PolarGrid stroke="var(--cb-border)" />
          <PolarAngleAxis dataKey={(point: ChartPoint) => point.x} tick={<SpokeName size={size} names={names} />} />
          <PolarRadiusAxis
            domain={[block.scale.minimum, block.scale.maximum]}
            ticks={block.scale.ticks}
            angle={90}
            tick={ringTick}
            tickFormatter={amount}
            axisLine={false}
          />
          {tooltip}
          {series.map((one, index) => (
            <Radar {...shared(one, index)} key={one.key} fill={colour(index)} fillOpacity={0.14} strokeWidth={2} />
          ))}
        </RadarChart>
      </ResponsiveContainer>
    );
  }

  // A few bars are all named.
  const names =
    block.variant === "bar" && typeof data[0]?.x === "string"
      ? data.map((point) => readableName(point.x, x, locale))
      : [];
  const letters = size && names.length > 0 ? Math.floor((size.width - axisWidth) / names.length / letter) : 0;
  const named =
    letters >= fewestLetters && names.some((name) => name.length > letters)
      ? { interval: 0, height: 2 * line + 16, tick: <BarName names={names} most={letters} /> }
      : {};
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
      {...named}
    />,
    <YAxis
      key="y"
      width="auto"
      {...axisOf(block.scale)}
      tick={tick}
      tickFormatter={amount}
      tickLine={false}
      axisLine={false}
      tickMargin={4}
    />,
  ];
  if (block.variant === "pie") {
    const slices = data.map((point, index) => ({
      ...point,
      fill: colour(index),
      fillOpacity: index < 5 ? 1 : index < 10 ? 0.6 : 0.3,
    }));
    return (
      <ResponsiveContainer {...container}>
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
    <ResponsiveContainer {...container}>
      {block.variant === "scatter" ? (
        <ScatterChart margin={margin} accessibilityLayer={false}>
          <CartesianGrid stroke="var(--cb-border)" strokeOpacity={block.quadrants ? 0.5 : 1} />
          <XAxis
            type="number"
            dataKey={(point: ChartPoint) => point.x}
            {...axisOf(block.xScale)}
            tick={tick}
            tickFormatter={(value: number) => isolated(x.format ? written(value, x) : compact(value, locale))}
            tickLine={false}
            axisLine={{ stroke: "var(--cb-border)" }}
            tickMargin={8}
            height={48}
            label={{ value: isolated(x.label), position: "insideBottom", ...tick }}
          />
          <YAxis
            type="number"
            dataKey={valueOf(0)}
            width="auto"
            {...axisOf(block.scale)}
            tick={tick}
            tickFormatter={amount}
            tickLine={false}
            axisLine={false}
            tickMargin={4}
          />
          {block.quadrants && quadrantsOf(block, block.quadrants)}
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
            >
              {index === 0 && block.nameColumn && data.length <= mostNamed && (
                <LabelList dataKey={({ name = "" }: ChartPoint) => readableText(name)} content={<PointName />} />
              )}
            </Scatter>
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

/** A scatter of more points has its names where it is pointed at, and in its table. */
const mostNamed = 24;

/** A rectangle of the drawing, as recharts gives it. */
interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Pixels from an edge of the field to beyond the names in its corners; and of a tick's capitals. */
const cornerHeight = 24;
const capHeight = 9;

/**
 * The name of a point, on the side that faces the middle of the field: its corners hold the names of the quadrants, and
 * what ends beyond its sides is cut.
 */
function PointName(props: { viewBox?: Box; parentViewBox?: Box; value?: string }): ReactNode {
  const { viewBox: point, parentViewBox: field, value = "" } = props;
  if (!point || !field) return null;
  const [x, y] = [point.x + point.width / 2, point.y + point.height / 2];
  const share = (x - field.x) / field.width;
  const away = point.height / 2 + gap;
  const { y: top, height } = field;
  return (
    <text
      {...tick}
      {...overDrawing}
      x={x}
      y={
        y < top + height / 2
          ? Math.max(y + away, top + cornerHeight) + capHeight
          : Math.min(y - away, top + height - cornerHeight)
      }
      textAnchor={share < 0.15 ? "start" : share > 0.85 ? "end" : "middle"}
    >
      <title>{value}</title>
      <tspan>{shortened(value)}</tspan>
    </text>
  );
}

/** An axis from end to end of a scale, both written. */
const axisOf = (scale: Scale | undefined) =>
  scale ? { domain: [scale.minimum, scale.maximum] as [number, number], ticks: scale.ticks, interval: 0 as const } : {};

/** The two lines that part the field of a scatter, and the name of each part in its outer corner. */
function quadrantsOf({ scale, xScale }: ChartBlock, { x, y, ...names }: Quadrants): ReactNode[] {
  if (!scale || !xScale) return [];
  const parts = [
    { name: names.topLeft, x1: xScale.minimum, x2: x, y1: y, y2: scale.maximum, position: "insideTopLeft" },
    { name: names.topRight, x1: x, x2: xScale.maximum, y1: y, y2: scale.maximum, position: "insideTopRight" },
    { name: names.bottomLeft, x1: xScale.minimum, x2: x, y1: scale.minimum, y2: y, position: "insideBottomLeft" },
    { name: names.bottomRight, x1: x, x2: xScale.maximum, y1: scale.minimum, y2: y, position: "insideBottomRight" },
  ] as const;
  const line = { stroke: "var(--cb-text-muted)", strokeDasharray: "4 4" };
  return [
    ...parts.map(({ name, position, ...area }) => (
      <ReferenceArea
        key={position}
        {...area}
        fill="var(--cb-surface)"
        fillOpacity={position === "insideTopLeft" || position === "insideBottomRight" ? 0.6 : 0}
        {...(name === undefined ? {} : { label: { value: isolated(name), position, ...tick, fontWeight: 500 } })}
      />
    )),
    <ReferenceLine key="x" x={x} {...line} />,
    <ReferenceLine key="y" y={y} {...line} />,
  ];
}

/** Pixels of a letter of a tick, about; of a line of them; and between a spoke and its name. */
const letter = 6.4;
const line = 14;
const gap = 6;
/** Pixels that a name above the outermost ring leaves to that ring's value. */
const overRing = 6;

/** The radius that leaves the names of the spokes room beside it, on two lines each where they are long. */
function radarRadius({ width, height }: Size, names: readonly string[]): number {
  const longest = Math.max(...names.map((name) => name.length)) * letter;
  const beside = Math.min(longest, width * 0.26) + gap;
  return Math.max(32, Math.min(height / 2 - 2 * line - gap - overRing, width / 2 - beside));
}

interface Size {
  width: number;
  height: number;
}

/** What recharts says of a tick that it places. */
interface Tick {
  x?: number;
  y?: number;
  index?: number;
}

/** The name of a spoke, on as many lines as fit beside it; whoever points at it, or reads the table, has all of it. */
function SpokeName(props: Tick & { size: Size | undefined; names: readonly string[] }): ReactNode {
  const { x = 0, y = 0, index = 0, size, names } = props;
  if (!size) return null;
  const name = names[index] ?? "";
  const [cx, cy] = [size.width / 2, size.height / 2];
  const side = Math.abs(x - cx) < 8 ? 0 : Math.sign(x - cx);
  const edge = side === 0 ? 2 * Math.min(x, 2 * cx - x) : side > 0 ? 2 * cx - x : x;
  const lines = wrapped(name, Math.max(4, Math.floor(edge / letter)));
  const isAbove = y < cy - 8;
  const first =
    side === 0 ? (isAbove ? -(lines.length - 1) * line - overRing : line - 2) : 4 - ((lines.length - 1) * line) / 2;
  return (
    <text textAnchor={side === 0 ? "middle" : side > 0 ? "start" : "end"} {...tick}>
      <title>{name}</title>
      {lines.map((words, index) => (
        <tspan key={index} x={x} y={y + first + index * line}>
          {isolated(words)}
        </tspan>
      ))}
    </text>
  );
}

/** The name of a bar, on two lines where it is long. */
function BarName({
  x = 0,
  y = 0,
  index = 0,
  names,
  most,
}: Tick & { names: readonly string[]; most: number }): ReactNode {
  const name = names[index] ?? "";
  return (
    <text textAnchor="middle" {...tick}>
      <title>{name}</title>
      {wrapped(name, most).map((words, at) => (
        <tspan key={at} x={x} y={y + 10 + at * line}>
          {isolated(words)}
        </tspan>
      ))}
    </text>
  );
}

/** A text in its own direction: a chart runs from left to right in every language. */
const isolated = (text: string): string => `\u2068${text}\u2069`;

/** The beginning of a long text, which says that there is more. */
const shortened = (text: string): string =>
  isolated(text.length > longestTick ? `${text.slice(0, longestTick - 1)}…` : text);

/** Words on two lines at most, cut where they are longer. */
function wrapped(text: string, most: number): string[] {
  if (text.length <= most) return [text];
  const space = text.lastIndexOf(" ", most);
  const first = space > 0 ? text.slice(0, space) : "";
  const rest = space > 0 ? text.slice(space + 1) : text;
  const cut = rest.length > most ? `${rest.slice(0, most - 1).trimEnd()}…` : rest;
  return first === "" ? [cut] : [first, cut];
}

const compact = (value: number, locale: string): string =>
  new Intl.NumberFormat(
    locale,
    Math.abs(value) < 1 ? { maximumSignificantDigits: 3 } : { notation: "compact", maximumFractionDigits: 2 },
  ).format(value);

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
        {point.name !== undefined
          ? readableText(point.name)
          : point.others === undefined
            ? readableName(point.x, x, locale)
            : t("view.chart.others", { count: point.others })}
      </p>
      <ul className="cb-legend">
        {point.name !== undefined && (
          <li>
            <bdi>{x.label}</bdi>
            <span>{readableName(point.x, x, locale)}</span>
          </li>
        )}
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
