import type { FieldDefinition } from "../../field/field.ts";
import { fieldTypes } from "../../field/fieldVariants.ts";
import { isRecord } from "../../json/record.ts";
import { shown } from "./formSpecProblem.ts";

/** What a part of a FormSpec may be, and that in words. */
interface Part {
  is: (value: unknown) => boolean;
  words: string;
}
export type Parts = Record<string, Part>;

const text: Part = { is: (value) => typeof value === "string", words: "a text" };
const number: Part = { is: (value) => typeof value === "number" && Number.isFinite(value), words: "a number" };
const yesOrNo: Part = { is: (value) => typeof value === "boolean", words: "true or false" };
const anything: Part = { is: () => true, words: "" };
/** What is read by its own rules; known here, so that its name is. */
export const readElsewhere: Part = { ...anything };
const oneOf = (...values: readonly unknown[]): Part => ({
  is: (value) => values.includes(value),
  words: values.length > 1 ? `one of ${values.map(shown).join(", ")}` : shown(values[0]),
});

/** The parts of a FormSpec. */
export const specParts: Parts = {
  title: text,
  description: text,
  submitLabel: text,
  sample: anything,
  sections: readElsewhere,
  fields: readElsewhere,
};
export const sectionParts: Parts = {
  title: text,
  help: text,
  columns: oneOf(1, 2, 3),
  audience: oneOf("internal"),
  fields: readElsewhere,
  visibleWhen: readElsewhere,
};
export const optionParts: Parts = { value: anything, label: text, description: text };
export const fieldParts: Record<keyof FieldDefinition, Part> = {
  key: readElsewhere,
  type: oneOf(...fieldTypes),
  variant: text,
  label: text,
  help: text,
  placeholder: text,
  required: yesOrNo,
  default: anything,
  options: readElsewhere,
  choicesAs: oneOf("oneOf"),
  integer: yesOrNo,
  minimum: number,
  maximum: number,
  step: number,
  unit: text,
  minLength: number,
  maxLength: number,
  pattern: text,
  minItems: number,
  maxItems: number,
  uniqueItems: yesOrNo,
  entity: text,
  item: readElsewhere,
  fields: readElsewhere,
  audience: oneOf("internal"),
  visibleWhen: readElsewhere,
  schema: { is: (value) => isRecord(value) || typeof value === "boolean", words: "a JSON Schema" },
  definitions: { is: isRecord, words: "an object" },
  currency: text,
  of: oneOf(1, 100),
  digits: number,
  zone: text,
  language: text,
  accept: text,
  maxBytes: number,
};
