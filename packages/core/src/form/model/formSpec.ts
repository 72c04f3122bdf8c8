import type { FieldDefinition } from "../../field/field.ts";
import type { Condition } from "../../field/condition.ts";

/** A group of fields under one heading. */
export interface FormSection {
  title?: string;
  help?: string;
  /** Side by side where there is room; unless given, short fields (numbers, dates, choices) stand two abreast. */
  columns?: 1 | 2 | 3;
  fields: FieldDefinition[];
  /** `internal`: only operators see it, collapsed under "Additional options"; absent from the DOM in `embed`. */
  audience?: "internal";
  visibleWhen?: Condition;
}

/**
 * How a tool's input is asked for. The JSON Schema stays the contract: a field's `key` names the property it fills.
 * Plain data.
 */
export interface FormSpec {
  title?: string;
  description?: string;
  /** Either sections or, for a short form, fields alone. */
  sections?: FormSection[];
  fields?: FieldDefinition[];
  submitLabel?: string;
  /**
   * A value to try the form with, offered beside the submit button. Unlike a schema's `default` it never runs by
   * itself.
   */
  sample?: unknown;
}
