import type { FieldType } from "./field.ts";

/** The display variants of each storage type; the first is what a field without a variant is drawn as. */
export const fieldVariants = {
  text: ["line", "multiline", "code", "color", "password"],
  number: ["plain", "currency", "percent", "slider", "rating"],
  boolean: ["checkbox", "switch", "choice"],
  date: ["date", "time", "datetime", "zoned", "duration"],
  enum: ["select", "radio", "segmented"],
  url: ["line", "link"],
  email: ["line", "link"],
  phone: ["line"],
  media: ["file"],
  relation: ["line"],
  object: ["group", "json"],
  array: ["list", "tags", "checkboxes", "multiselect"],
} as const satisfies Record<FieldType, readonly string[]>;

/** The twelve storage types, in the order that an editor offers them in. */
export const fieldTypes = Object.keys(fieldVariants) as FieldType[];
