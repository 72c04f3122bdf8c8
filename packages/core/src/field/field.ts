import type { JsonSchema } from "../schema/jsonSchema.ts";
import type { Condition } from "./condition.ts";

/** The storage type of a value. */
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

/** The options of a variant. */
export interface FieldDetails {
  /** `currency`: the ISO 4217 code. */
  currency?: string;
  /** `percent`: what stands for the whole. 1 (the default) keeps 25 % as 0.25; 100 keeps it as 25. */
  of?: 1 | 100;
  /** Decimal places, exactly, where a number is shown. */
  digits?: number;
  /** `zoned`: the IANA time zone that is offered first; the reader's own unless given. */
  zone?: string;
  /** `code`: the language, such as `sql`. */
  language?: string;
  /** `media`: the accepted types, as in a file input's `accept`, such as `image/*,.pdf`. */
  accept?: string;
  /** `media`: the largest file, in bytes. */
  maxBytes?: number;
}

/** A field: storage type × display variant. Plain data; omitted parts come from the tool's JSON Schema. */
export interface FieldDefinition extends FieldDetails {
  /** The property that it fills, in its enclosing object. */
  key: string;
  type?: FieldType;
  /**
   * How it is asked for or shown within its type, one of `fieldVariants`; an unknown one is drawn as the type's own.
   */
  variant?: string;
  label?: string;
  help?: string;
  placeholder?: string;
  required?: boolean;
  default?: unknown;
  options?: FieldOption[];
  /** The schema keyword of its choices: `oneOf` constants with titles, if it was read so; else `enum`. */
  choicesAs?: "oneOf";
  /** `number`: integers only. */
  integer?: boolean;
  minimum?: number;
  maximum?: number;
  step?: number;
  unit?: string;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  /** `array`: the limits of its length. */
  minItems?: number;
  maxItems?: number;
  /** `array`: elements are unique. */
  uniqueItems?: boolean;
  /** `relation`: the kind of entity. */
  entity?: string;
  /** `array`: the field of an element. */
  item?: Omit<FieldDefinition, "key">;
  /** `object`: its fields. */
  fields?: FieldDefinition[];
  audience?: "internal";
  visibleWhen?: Condition;
  /** Further keywords of its JSON Schema, which a field cannot express; they apply too. */
  schema?: JsonSchema | boolean;
  /** The definitions that `schema` refers to, by root keyword such as `$defs`. */
  definitions?: JsonSchema;
}
