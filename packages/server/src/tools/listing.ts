import type { ColumnConfig, ToolDefinition, ValueFormat, ValueFormatType } from "@callboard/core";

interface Property {
  type: "string" | "integer" | "number";
  title: string;
  format?: string;
  description?: string;
}

export interface Listing {
  /** The output's field that holds the rows. */
  rows: string;
  label: string;
  /** The fields of a row, as the schema has them. */
  row: Readonly<Record<string, Property>>;
  /** The table's columns, in order: a field of the row, and how its values are shown. */
  columns: Readonly<Record<string, ValueFormatType | ValueFormat>>;
  /** Counts beside the rows. A count is labelled with its title, unless `label` is given. */
  counts: Readonly<Record<string, { title: string; label?: string }>>;
  countsLabel: string;
  /** The output may carry a note in words. */
  note?: boolean;
}

/** The output of a tool that lists rows: its schema, and a view of the counts, the note and a table. */
export function listing({
  rows,
  label,
  row,
  columns,
  counts,
  countsLabel,
  note = false,
}: Listing): Pick<ToolDefinition, "outputSchema" | "outputSections" | "viewSpec"> {
  const countNames = Object.keys(counts);
  const fields: ColumnConfig[] = countNames.map((key) => {
    const { title, label: countLabel = title } = counts[key]!;
    return { key, label: countLabel, format: "number" };
  });
  if (note) fields.push({ key: "note", label: "Note" });
  return {
    outputSchema: {
      type: "object",
      properties: {
        [rows]: {
          type: "array",
          items: { type: "object", properties: { ...row }, required: Object.keys(row) },
        },
        ...Object.fromEntries(countNames.map((key) => [key, { type: "integer", title: counts[key]!.title }])),
        ...(note && { note: { type: "string", title: "Note" } }),
      },
      required: [rows, ...countNames],
    },
    outputSections: [{ key: rows, label, type: "table" }],
    viewSpec: {
      blocks: [
        { type: "summary", label: countsLabel, config: { fields } },
        {
          type: "table",
          key: rows,
          label,
          config: {
            columns: Object.entries(columns).map(([key, format]) => ({ key, label: row[key]!.title, format })),
          },
        },
      ],
    },
  };
}

/** The input field that limits how many rows a tool lists. */
export function limitField(maximum: number, fallback: number, description: string) {
  return { type: "integer", minimum: 1, maximum, default: fallback, title: "Number of results", description };
}
