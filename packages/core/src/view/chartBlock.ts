import { chartVariants, type BlockConfig, type ChartVariant, type ColumnConfig } from "./viewSpec.ts";
import type { ChartNote, ChartPoint, Column, NewBlock, Quadrants } from "./block.ts";
import { kindOfColumn, readColumnConfigs, toColumn, toNumber } from "./columns.ts";
import { isRecord, isScalar } from "../json/record.ts";
import { momentOf } from "./isoDate.ts";
import { readPath } from "./outputPath.ts";
import { base, readRows, type Drawn, type Part } from "./tableBlock.ts";
import { boundsOf, scaleOf, type Scale } from "./scale.ts";
import { itemsOf, schemaAtPath } from "./schemaPart.ts";

/** A chart draws at most this many points; more would be finer than a screen. */
const maxPoints = 400;
const mostSpokes = 24;
const mostSeries = 12;
const mostBars = 60;
const mostSlices = 12;
/** A series this many times smaller than the largest would lie flat on the axis. */
const scaleApart = 500;

interface Plot {
  rows: readonly unknown[];
  x: Column;
  series: Column[];
  /** Every column of the rows, drawn or not. */
  columns: Column[];
  beside?: Record<string, unknown>;
  note?: ChartNote;
}

const nameColumn: Column = { key: "name", label: "Name", made: "name" };
const valueColumn: Column = { key: "value", label: "Value", made: "value" };
const indexColumn: Column = { key: "", label: "#", made: "index" };

/**
 * Finds the axis and the series: as configured, else a text or date column that names the rows against the amounts on
 * one scale.
 */
function readPlot({ value, schema }: Part, config: BlockConfig): Plot | null {
  if (Array.isArray(value) && value.length > 0 && value.every((one) => toNumber(one) !== null)) {
    const rows = value.map((one) => ({ value: one as unknown }));
    return { rows, x: indexColumn, series: [valueColumn], columns: [valueColumn] };
  }
  if (isRecord(value)) {
    const entries = Object.entries(value);
    if (entries.length > 0 && entries.every(([, one]) => toNumber(one) !== null)) {
      const rows = entries.map(([name, one]) => ({ name, value: one }));
      return { rows, x: nameColumn, series: [valueColumn], columns: [nameColumn, valueColumn] };
    }
  }
  const table = readRows(value, schema);
  if (!table) return null;
  const items = itemsOf(schema);
  const column = (one: ColumnConfig): Column => {
    const asked = toColumn(one, items, table.rows);
    const own = table.columns.find(({ key, label }) => key === asked.key || label === asked.key);
    const isWorded = typeof one === "object" && one.label !== undefined;
    return own ? { ...own, ...asked, key: own.key, label: isWorded ? asked.label : own.label } : asked;
  };
  const kinds = new Map(table.columns.map((one) => [one.key, kindOfColumn(table.rows, one.key)]));
  const givenX = readColumnConfigs(config.x)?.map(column)[0];
  const numeric = table.columns.filter((one) => kinds.get(one.key) === "number");
  const named = table.columns.filter(
    (one) => /^(?:text|date)$/.test(kinds.get(one.key)!) && isFilled(table.rows, one.key),
  );
  const x =
    givenX ??
    (config.variant === "scatter" && numeric.length > 1 ? numeric[0] : undefined) ??
    named.find((one) => isDistinct(table.rows, one.key)) ??
    named[0] ??
    (numeric.length > 1 ? numeric.find((one) => rises(table.rows, one.key)) : undefined) ??
    indexColumn;
  const given = readColumnConfigs(config.series)?.map(column);
  const amounts = numeric.filter((one) => one.key !== x.key);
  // Ids, codes and years are numbers that measure nothing.
  const measures = amounts.filter((one) => one.format?.type !== "plain");
  const asked = given ?? (measures.length > 0 ? measures : amounts);
  const drawable = asked.filter((one) => table.rows.some((row) => toNumber(readPath(row, one.key)) !== null));
  const { series, note } = given ? { series: drawable, note: undefined } : onOneScale(table.rows, drawable);
  if (series.length === 0) return null;
  const listed = new Map([x, ...drawable].map((one) => [one.key, one]));
  const columns = [
    ...table.columns.map((one) => listed.get(one.key) ?? one),
    ...drawable.filter((one) => !table.columns.some((other) => other.key === one.key)),
  ];
  return {
    rows: table.rows,
    x,
    series: series.slice(0, mostSeries),
    columns,
    ...(table.beside ? { beside: table.beside } : {}),
    ...(note ? { note } : {}),
  };
}

/** The series that can be read on one axis, and a note of those that cannot. */
function onOneScale(rows: readonly unknown[], series: Column[]): { series: Column[]; note?: ChartNote } {
  const sizes = series.map((one) =>
    rows.reduce<number>((most, row) => Math.max(most, Math.abs(toNumber(readPath(row, one.key)) ?? 0)), 0),
  );
  const largest = Math.max(0, ...sizes);
  const apart = series.filter((_, index) => sizes[index]! > 0 && sizes[index]! * scaleApart < largest);
  if (apart.length === 0) return { series };
  const names = apart.map((one) => one.label);
  return { series: series.filter((one) => !apart.includes(one)), note: { reason: "scale", names } };
}

/** Whether a column names each row differently. */
function isDistinct(rows: readonly unknown[], key: string): boolean {
  const seen = new Set<unknown>();
  for (const row of rows.slice(0, 1_000)) seen.add(readPath(row, key));
  return seen.size === Math.min(rows.length, 1_000);
}

/** A column with gaps, such as an optional note, names no axis. */
function isFilled(rows: readonly unknown[], key: string): boolean {
  return rows.every((row) => {
    const value = readPath(row, key);
    return value !== null && value !== undefined && value !== "";
  });
}

function rises(rows: readonly unknown[], key: string): boolean {
  let last = -Infinity;
  for (const row of rows) {
    const value = toNumber(readPath(row, key));
    if (value === null || value <= last) return false;
    last = value;
  }
  return true;
}

function toPoints({ rows, x, series }: Plot, most: number, nameKey?: string): ChartPoint[] {
  const count = Math.min(rows.length, most);
  return Array.from({ length: count }, (_, point) => {
    // The sample always holds the first and the last row.
    const index = count < 2 ? 0 : Math.round((point * (rows.length - 1)) / (count - 1));
    const row = rows[index];
    const at = x === indexColumn ? index + 1 : readPath(row, x.key);
    return {
      x: typeof at === "number" ? at : at === null || at === undefined ? "" : typeof at === "object" ? "…" : String(at),
      values: series.map((one) => toNumber(readPath(row, one.key))),
      ...(nameKey === undefined ? {} : { name: wordsAt(row, nameKey) }),
    };
  });
}

const wordsAt = (row: unknown, key: string): string => {
  const value = readPath(row, key);
  return isScalar(value) && value !== null && value !== undefined ? String(value) : "–";
};

/**
 * The column that names the points of a scatter: as configured, else the first of words that names each row
 * differently.
 */
function nameOfPoints({ rows, columns, x, series }: Plot, config: BlockConfig): Column | undefined {
  if (typeof config.label === "string") {
    const named = columns.find(({ key }) => key === config.label);
    return named ?? toColumn(config.label, undefined, rows);
  }
  const others = columns.filter(({ key }) => key !== x.key && series.every((one) => one.key !== key));
  return others.find(({ key }) => kindOfColumn(rows, key) === "text" && isDistinct(rows, key));
}

/**
 * The scale of the amounts. Bars, areas and radars begin at zero, or where their scale does; lines do unless told
 * otherwise; points lie near one another.
 */
function scaleOfAmounts(
  points: readonly ChartPoint[],
  { series }: Plot,
  part: Part,
  config: BlockConfig,
  variant: ChartVariant | "radar",
  stacked: boolean,
): Scale {
  const values = points.flatMap((point) => (stacked ? sumsOf(point.values) : point.values));
  const isLine = variant === "line" || variant === "area" || stacked;
  // An axis of a line follows its amounts: what they could be at most may lie far away.
  const bounds = boundsOf(config, isLine ? [] : series.map((one) => schemaAtPath(itemsOf(part.schema), one.key)));
  const quadrants = variant === "scatter" ? readQuadrants(config.quadrants) : undefined;
  if (quadrants) values.push(quadrants.y);
  if (variant === "bar" || variant === "area")
    bounds.minimum = bounds.minimum === undefined ? undefined : Math.min(0, bounds.minimum);
  const zero = variant === "scatter" ? false : variant === "line" ? config.zero !== false : true;
  return scaleOf(values, bounds, zero);
}

function scaleOfX(points: readonly ChartPoint[], { x }: Plot, part: Part, quadrants: Quadrants | undefined): Scale {
  const values = points.map((point) => toNumber(point.x));
  return scaleOf(
    quadrants ? [...values, quadrants.x] : values,
    boundsOf({}, [schemaAtPath(itemsOf(part.schema), x.key)]),
    false,
  );
}

/** What amounts on top of one another reach, above zero and below. */
function sumsOf(values: readonly (number | null)[]): number[] {
  const sum = (fits: (one: number) => boolean) =>
    values.reduce<number>((all, one) => all + (one !== null && fits(one) ? one : 0), 0);
  return [sum((one) => one > 0), sum((one) => one < 0)];
}

function readQuadrants(given: unknown): Quadrants | undefined {
  if (!isRecord(given)) return undefined;
  const { splitX, splitY } = given;
  if (typeof splitX !== "number" || typeof splitY !== "number") return undefined;
  const names = (["topLeft", "topRight", "bottomLeft", "bottomRight"] as const).filter(
    (name) => typeof given[name] === "string",
  );
  return { x: splitX, y: splitY, ...Object.fromEntries(names.map((name) => [name, given[name] as string])) };
}

/** Whether an axis has an order of its own: dates, rising numbers, or mere places. */
function isOrdered({ rows, x }: Plot): boolean {
  return x === indexColumn || kindOfColumn(rows, x.key) === "date" || rises(rows, x.key);
}

/**
 * The kind of chart that can be read, given the one that was asked for; with a note where they differ, or null where
 * none can.
 */
function settleVariant(plot: Plot, asked: ChartVariant): { variant: ChartVariant; note?: ChartNote } | ChartNote {
  const { rows, x, series } = plot;
  const numbers = (key: string) => rows.map((row) => toNumber(readPath(row, key)));
  let variant = asked;
  let note: ChartNote | undefined;
  const instead = (other: ChartVariant, reason: ChartNote["reason"]) => {
    variant = other;
    note = { reason };
  };
  if (variant === "scatter" && (x === indexColumn || numbers(x.key).some((one) => one === null)))
    instead("bar", "scatter");
  if (variant === "pie") {
    const parts = numbers(series[0]!.key);
    if (series.length > 1) instead("bar", "pieSeries");
    else if (parts.some((one) => one !== null && one < 0)) instead("bar", "pieNegative");
    else if (parts.every((one) => !one)) instead("bar", "pieNothing");
  }
  if ((variant === "line" || variant === "area") && rows.length < 2) variant = "bar";
  if (variant === "bar" && rows.length > mostBars) {
    if (isOrdered(plot)) variant = "line";
    else return { reason: "many" };
  }
  return { variant, ...(note ? { note } : {}) };
}

/**
 * A chart of a part. Where the asked kind would mislead, another is drawn and a note says why; where no kind can be
 * read, there is only the note. A kind that nobody knows is null, as any one drawn for it may mislead.
 */
export function toChartBlock(part: Part, config: BlockConfig = {}): Drawn | ChartNote | null {
  const named: unknown = config.variant ?? config.type;
  const asked = chartVariants.find((variant) => variant === (named ?? "line"));
  if (!asked) return null;
  const plot = readPlot(part, { ...config, variant: asked });
  if (!plot) return { reason: "noNumbers" };
  const settled = settleVariant(plot, asked);
  if ("reason" in settled) return settled;
  const { variant } = settled;
  const note = settled.note ?? plot.note;
  const { x, series, columns, beside } = plot;
  const dated = (variant === "line" || variant === "area") && kindOfColumn(plot.rows, x.key) === "date";
  const rows = dated ? sortedBy(plot.rows, x.key) : plot.rows;
  const isScatter = variant === "scatter";
  const pointName = isScatter ? nameOfPoints(plot, config) : undefined;
  const points =
    variant === "pie" ? toSlices({ ...plot, rows }) : toPoints({ ...plot, rows }, maxPoints, pointName?.key);
  const stacked = config.stacked === true && (variant === "bar" || variant === "area");
  const quadrants = isScatter ? readQuadrants(config.quadrants) : undefined;
  const block: NewBlock = {
    type: "chart",
    ...base(part),
    variant,
    stacked,
    x,
    series,
    columns,
    points,
    total: variant === "pie" ? points.length : rows.length,
    rows,
    ...(variant === "pie" ? {} : { scale: scaleOfAmounts(points, plot, part, config, variant, stacked) }),
    ...(isScatter ? { xScale: scaleOfX(points, plot, part, quadrants) } : {}),
    ...(pointName ? { nameColumn: pointName } : {}),
    ...(quadrants ? { quadrants } : {}),
    ...(note ? { note } : {}),
  };
  return { block, ...(beside ? { beside } : {}) };
}

function sortedBy(rows: readonly unknown[], key: string): readonly unknown[] {
  const moment = (row: unknown) => momentOf(String(readPath(row, key))) ?? Infinity;
  const moments = new Map(rows.map((row) => [row, moment(row)]));
  return rows.toSorted((a, b) => (moments.get(a) === moments.get(b) ? 0 : moments.get(a)! - moments.get(b)!));
}

/** The parts of a whole, the largest first; the smallest of many are one slice. */
function toSlices(plot: Plot): ChartPoint[] {
  const slices = toPoints(plot, plot.rows.length)
    .filter((point) => point.values[0])
    .toSorted((a, b) => b.values[0]! - a.values[0]!);
  if (slices.length <= mostSlices) return slices;
  const small = slices.slice(mostSlices - 1);
  const rest = small.reduce((sum, point) => sum + point.values[0]!, 0);
  return [...slices.slice(0, mostSlices - 1), { x: "", values: [rest], others: small.length }];
}

/**
 * A chart that nobody asked for, only where its axes are beyond doubt: rows named one by one or in order, and amounts
 * on one scale.
 */
export function inferChart(part: Part): Drawn | null {
  const plot = readPlot(part, {});
  if (!plot || plot.rows.length < 3) return null;
  const ordered = isOrdered(plot);
  if (!ordered && !isDistinct(plot.rows, plot.x.key)) return null;
  if (plot.series.every((one) => one.format?.type === "plain")) return null;
  const drawn = toChartBlock(part, { variant: ordered ? "line" : "bar" });
  return drawn && "block" in drawn ? drawn : null;
}

/**
 * A radar of a part: its spokes are the rows, or the keys of a record of records of numbers. Fewer than three spokes,
 * or more than 24, are none.
 */
export function toRadarBlock(part: Part, config: BlockConfig = {}): Drawn | ChartNote {
  const plot = readSpokes(part.value) ?? readPlot(part, config);
  if (!plot) return { reason: "noNumbers" };
  const { rows, x, series, columns, beside } = plot;
  if (rows.length < 3 || rows.length > mostSpokes) return { reason: "spokes" };
  const points = toPoints(plot, mostSpokes);
  const scale = scaleOfAmounts(points, plot, part, config, "radar", false);
  const block: NewBlock = { type: "radar", ...base(part), x, series, columns, points, rows, scale };
  return { block, ...(beside ? { beside } : {}) };
}

/** `{ Ada: { speed: 1, care: 3 }, Bob: { … } }`: one series a name, one spoke a key. */
function readSpokes(value: unknown): Plot | null {
  if (!isRecord(value)) return null;
  const entries = Object.entries(value);
  const numeric = ([, one]: [string, unknown]) =>
    isRecord(one) && Object.values(one).every((x) => toNumber(x) !== null);
  if (entries.length === 0 || !entries.every(numeric)) return null;
  const spokes = [...new Set(entries.flatMap(([, one]) => Object.keys(one as object)))];
  const series = entries.map(([name], index): Column => ({ key: `s${index}`, label: name }));
  const rows = spokes.map((spoke) => ({
    name: toColumn(spoke === "" ? "?" : spoke, undefined).label,
    ...Object.fromEntries(series.map((one, index) => [one.key, readPath(entries[index]![1], spoke)])),
  }));
  return { rows, x: nameColumn, series: series.slice(0, mostSeries), columns: [nameColumn, ...series] };
}
