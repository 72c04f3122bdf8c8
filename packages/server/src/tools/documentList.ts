import type { ColumnConfig, ToolDefinition } from "@callboard/core";
import type { Knowledge } from "../knowledge/knowledge.ts";

/** How a tool shows the documents that it found: how many there are in all, what is to be said about them, and a table. */
export function documentList(
  key: string,
  columns: readonly Exclude<ColumnConfig, string>[],
): Pick<ToolDefinition, "outputSections" | "viewSpec"> {
  const fields: ColumnConfig[] = [
    { key: "total", label: "Matches", format: "number" },
    { key: "note", label: "Note" },
  ];
  return {
    outputSections: [{ key, label: "Documents", type: "table" }],
    viewSpec: {
      blocks: [
        { type: "summary", label: "Found", config: { fields } },
        {
          type: "table",
          key,
          label: "Documents",
          config: { columns: columns.map((column) => ({ format: "plain" as const, ...column })) },
        },
      ],
    },
  };
}

/** What is to be said while a tenant's documents are being read; undefined once they are. */
export function stillReading(knowledge: Knowledge, tenantId: string): string | undefined {
  const reading = knowledge.reading(tenantId);
  if (!reading) return undefined;
  return `Still reading the documents (${reading.done} of ${reading.total}): there may be more in a moment.`;
}
