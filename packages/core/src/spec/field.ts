import type { Condition } from "./condition.ts";

/** How a value is stored. */
export type FieldType =
  | "text"
  | "number"
  | "boolean"
  | "date"
  | "enum"
  | "url"
  | "email"
  | "phone"
  | "media"
  | "relation"
  | "object"
  | "array";

export interface FieldOption {
  value: unknown;
  label: string;
  description?: string;
}

/** One field: storage type × display variant. Plain data; what is left out comes from the tool's JSON Schema. */
export interface FieldDefinition {
  /** The property it fills, in the object it stands in. */
  key: string;
  type?: FieldType;
  /** How it is asked for or shown within its type: `multiline`, `slider`, `segmented`, `currency`, … */
  variant?: string;
  label?: string;
  help?: string;
  placeholder?: string;
  required?: boolean;
  default?: unknown;
  options?: FieldOption[];
  minimum?: number;
  maximum?: number;
  step?: number;
  unit?: string;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  /** `array`: what one element is. */
  item?: Omit<FieldDefinition, "key">;
  /** `object`: its fields. */
  fields?: FieldDefinition[];
  audience?: "internal";
  visibleWhen?: Condition;
}
