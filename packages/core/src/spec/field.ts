import type { JsonSchema } from "../schema/jsonSchema.ts";
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

/** What a variant needs to know beyond its name. */
export interface FieldDetails {
  /** `currency`: the ISO 4217 code. */
  currency?: string;
  /** `percent`: what stands for the whole. 1 (the default) keeps 25 % as 0.25; 100 keeps it as 25. */
  of?: 1 | 100;
  /** Decimal places, exactly, where a number is shown. */
  digits?: number;
  /** `zoned`: the IANA time zone that is offered first; the reader's own unless given. */
  zone?: string;
  /** `code`: the language that is written, such as `sql`. */
  language?: string;
  /** `media`: the types that are taken, as a file input's `accept` has them, such as `image/*,.pdf`. */
  accept?: string;
  /** `media`: the largest file, in bytes. */
  maxBytes?: number;
}

/** One field: storage type × display variant. Plain data; what is left out comes from the tool's JSON Schema. */
export interface FieldDefinition extends FieldDetails {
  /** The property it fills, in the object it stands in. */
  key: string;
  type?: FieldType;
  /** How it is asked for or shown within its type, one of `fieldVariants`; an unknown one is drawn as the type's own. */
  variant?: string;
  label?: string;
  help?: string;
  placeholder?: string;
  required?: boolean;
  default?: unknown;
  options?: FieldOption[];
  /** How its schema says choices: as `oneOf` constants with titles, where it was read so; else as `enum`. */
  choicesAs?: "oneOf";
  /** `number`: only whole ones. */
  integer?: boolean;
  minimum?: number;
  maximum?: number;
  step?: number;
  unit?: string;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  /** `array`: how many elements there may be. */
  minItems?: number;
  maxItems?: number;
  /** `array`: no element twice. */
  uniqueItems?: boolean;
  /** `relation`: what kind of thing is picked. */
  entity?: string;
  /** `array`: what one element is. */
  item?: Omit<FieldDefinition, "key">;
  /** `object`: its fields. */
  fields?: FieldDefinition[];
  audience?: "internal";
  visibleWhen?: Condition;
  /** Keywords of its JSON Schema that a field has no word for; they hold beside what the field says. */
  schema?: JsonSchema | boolean;
  /** What `schema` refers to elsewhere: root keywords such as `$defs`, with what is needed of them. */
  definitions?: JsonSchema;
}
