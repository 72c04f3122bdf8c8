import type { FilterFieldConfig } from "@callboard/core/fields";
import type { LeafNode } from "@callboard/core/form";

/** The leaf whose control a filter is set with; `placeholder` stands where nothing is set. */
export function filterNode(field: FilterFieldConfig, placeholder: string): LeafNode {
  const { control, label, options = [], integer, minimum, maximum } = field;
  const base = { kind: "leaf" as const, label, required: false, nullable: false, schema: {} };
  switch (control) {
    case "select":
      return {
        ...base,
        type: "enum",
        variant: "select",
        required: true,
        options: [{ value: null, label: placeholder }, ...options],
      };
    case "multi-select":
      return { ...base, type: "array", variant: "multiselect", options, placeholder };
    case "number":
    case "range":
      return {
        ...base,
        type: "number",
        placeholder,
        ...(integer && { integer }),
        ...(minimum !== undefined && { minimum }),
        ...(maximum !== undefined && { maximum }),
      };
    case "toggle":
      return { ...base, type: "boolean", variant: "choice", placeholder };
    case "text":
      return { ...base, type: "text", placeholder };
  }
}
