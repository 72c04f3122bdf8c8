import type { FieldType } from "./field.ts";

/** The display variants of each storage type; the first is the default. */
export const fieldVariants = {
  text: ["line", "multiline", "code", "color", "password"],
  number: ["plain", "currency", "percent", "slider", "rating"],
  boolean: ["checkbox", "switch", "choice"],
  date: ["date", "time", "datetime", "zoned", "duration"],
  enum: ["select", "radio", "segmented", "search"],
  url: ["line", "link"],
  email: ["line", "link"],
  phone: ["line"],
  media: ["file"],
  relation: ["line"],
  object: ["group", "json"],
  array: ["list", "table", "tags", "checkboxes", "multiselect"],
} as const satisfies Record<FieldType, readonly string[]>;

/** The twelve storage types, in the order of an editor's menu. */
export const fieldTypes = Object.keys(fieldVariants) as FieldType[];
