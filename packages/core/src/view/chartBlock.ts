import type { BlockConfig, ColumnConfig } from "../spec/viewSpec.ts";
import type { ChartPoint, Column, NewBlock } from "./block.ts";
import { kindOfColumn, readColumnConfigs, toColumn, toNumber } from "./columns.ts";
import { isRecord, readPath } from "./outputPath.ts";
import { base, readRows, type Part } from "./tableBlock.ts";
import { itemsOf } from "./schemaPart.ts";

/** A chart draws at most this many points; more would be finer than a screen. */
const maxPoints = 400;
const mostSpokes = 24;
const mostSeries = 12;

interface Plot {
  rows: readonly unknown[];
  x: Column;
  series: Column[];
}

const nameColumn: Column = { key: "name", label: "Name", made: "name" };
const valueColumn: Column = { key: "value", label: "Value", made: "value" };
const indexColumn: Column = { key: "", label: "#", made: "index" };

/** Finds the axis and the series: as configured, else the first text or date column against the numeric ones. */
function readPlot({ value, schema }: Part, config: BlockConfig): Plot | null {
  if (Array.isArray(value) && value.length > 0 && value.every((one) => toNumber(one) !== null)) {
    return { rows: value.map((one) => ({ value: one as unknown })), x: indexColumn, series: [valueColumn] };
  }
  if (isRecord(value)) {
    const entries = Object.entries(value);
    if (entries.length > 0 && entries.every(([, one]) => toNumber(one) !== null)) {
      return { rows: entries.map(([name, one]) => ({ name, value: one })), x: nameColumn, series: [valueColumn] };
    }
  }
  const table = readRows(value, schema);
  if (!table) return null;
  const items = itemsOf(schema);
  const column = (one: ColumnConfig) => toColumn(one, items);
  const kinds = new Map(table.columns.map((one) => [one.key, kindOfColumn(table.rows, one.key)]));
  const givenX = readColumnConfigs(config.x)?.map(column)[0];
  const numeric = table.columns.filter((one) => kinds.get(one.key) === "number");
  const x =
    givenX ??
    table.columns.find((one) => /^(?:text|date)$/.test(kinds.get(one.key)!) && isFilled(table.rows, one.key)) ??
    (numeric.length > 1 ? numeric.find((one) => rises(table.rows, one.key)) : undefined) ??
    indexColumn;
  const series = readColumnConfigs(config.series)?.map(column) ?? numeric.filter((one) => one.key !== x.key);
  const drawn = series.filter((one) => table.rows.some((row) => toNumber(readPath(row, one.key)) !== null));
  return drawn.length > 0 ? { rows: table.rows, x, series: drawn.slice(0, mostSeries) } : null;
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

function toPoints({ rows, x, series }: Plot, most: number): ChartPoint[] {
  const count = Math.min(rows.length, most);
  return Array.from({ length: count }, (_, point) => {
    // The first and the last row are always among those taken.
    const index = count < 2 ? 0 : Math.round((point * (rows.length - 1)) / (count - 1));
    const row = rows[index];
    const at = x === indexColumn ? index + 1 : readPath(row, x.key);
    return {
      x: typeof at === "number" ? at : at === null || at === undefined ? "" : typeof at === "object" ? "…" : String(at),
      values: series.map((one) => toNumber(readPath(row, one.key))),
    };
  });
}

/** A line, bar or area chart of a part; null where there is nothing numeric to draw. */
export function toChartBlock(part: Part, config: BlockConfig = {}): NewBlock | null {
  const plot = readPlot(part, config);
  if (!plot) return null;
  const asked: unknown = config.variant ?? config.type;
  const variant = asked === "bar" || asked === "area" ? asked : "line";
  const { rows, x, series } = plot;
  const points = toPoints(plot, maxPoints);
  const stacked = config.stacked === true;
  return { type: "chart", ...base(part), variant, stacked, x, series, points, total: rows.length, rows };
}

/** A radar of a part: its spokes are the rows, or the keys of a record of records of numbers. Fewer than three spokes, or more than 24, are none. */
export function toRadarBlock(part: Part, config: BlockConfig = {}): NewBlock | null {
  const plot = readSpokes(part.value) ?? readPlot(part, config);
  if (!plot || plot.rows.length < 3 || plot.rows.length > mostSpokes) return null;
  return {
    type: "radar",
    ...base(part),
    x: plot.x,
    series: plot.series,
    points: toPoints(plot, mostSpokes),
    rows: plot.rows,
  };
}

/** `{ Ada: { speed: 1, care: 3 }, Bob: { … } }`: one series a name, one spoke a key. */
function readSpokes(value: unknown): Plot | null {
  if (!isRecord(value)) return null;
  const entries = Object.entries(value);
  const numeric = ([, one]: [string, unknown]) =>
    isRecord(one) && Object.values(one).every((x) => toNumber(x) !== null);
  if (entries.length === 0 || !entries.every(numeric)) return null;
  const spokes = [...new Set(entries.flatMap(([, one]) => Object.keys(one as object)))];
  const series = entries.slice(0, mostSeries).map(([name], index): Column => ({ key: `s${index}`, label: name }));
  const rows = spokes.map((spoke) => ({
    name: toColumn(spoke === "" ? "?" : spoke, undefined).label,
    ...Object.fromEntries(series.map((one, index) => [one.key, readPath(entries[index]![1], spoke)])),
  }));
  return { rows, x: nameColumn, series };
}
