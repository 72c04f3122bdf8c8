import type { FieldDefinition } from "./field.ts";
import type { Condition } from "./condition.ts";

/** A group of fields under one heading. */
export interface FormSection {
  title?: string;
  help?: string;
  /** Side by side where there is room; 1 unless told. */
  columns?: 1 | 2 | 3;
  fields: FieldDefinition[];
  /** `internal`: only operators see it, collapsed under "Additional options"; absent from the DOM in `embed`. */
  audience?: "internal";
  visibleWhen?: Condition;
}

/** How a tool's input is asked for. The JSON Schema stays the contract: a field's `key` names the property it fills. Plain data. */
export interface FormSpec {
  title?: string;
  description?: string;
  /** Either sections or, for a short form, fields alone. */
  sections?: FormSection[];
  fields?: FieldDefinition[];
  submitLabel?: string;
}
