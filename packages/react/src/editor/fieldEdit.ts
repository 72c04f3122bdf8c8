import { humanizeFieldName } from "@callboard/core";
import { fieldVariants } from "@callboard/core/fields";
import type { FieldDefinition, FieldType } from "@callboard/core/form";

/** What a field is called where it is listed. */
export const fieldName = (field: Pick<FieldDefinition, "key" | "label">, fallback = "?"): string =>
  field.label || (field.key.trim() && humanizeFieldName(field.key)) || fallback;

/** A key made from a label: what stands for letters and digits, joined by underscores. */
export function keyOf(label: string): string {
  return label
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_+|_+$/g, "");
}

/** A key that no other field has. */
export function freeKey(wanted: string, fields: readonly FieldDefinition[]): string {
  const taken = new Set(fields.map((field) => field.key));
  if (!taken.has(wanted)) return wanted;
  for (let count = 2; ; count++) if (!taken.has(`${wanted}_${count}`)) return `${wanted}_${count}`;
}

/** The type that a field has, or that what it says amounts to; undefined where its schema alone decides. */
export function typeOf(field: Pick<FieldDefinition, "type" | "options" | "schema">): FieldType | undefined {
  return field.type ?? (field.options ? "enum" : field.schema === undefined ? "text" : undefined);
}

/** A field after its label changed: its key follows as long as it was made from the label. */
export function withLabel(field: FieldDefinition, label: string, others: readonly FieldDefinition[]): FieldDefinition {
  const { label: before, ...rest } = field;
  const follows = before !== undefined && new RegExp(`^${escaped(keyOf(before))}(_\\d+)?$`, "u").test(field.key);
  const key = follows && keyOf(label) !== "" ? freeKey(keyOf(label), others) : field.key;
  return label === "" ? { ...rest, key } : { ...rest, key, label };
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A field as another type: what does not belong to the new one goes, but for what is needed to come back. */
export function withType<Field extends Omit<FieldDefinition, "key">>(field: Field, type: FieldType): Field {
  const next: Field = {
    ...field,
    type,
    ...(type === "object" && field.fields === undefined && { fields: [] }),
    ...(type === "enum" && field.options === undefined && { options: [] }),
  };
  delete next.schema;
  delete next.choicesAs;
  if (!(fieldVariants[type] as readonly (string | undefined)[]).includes(field.variant)) delete next.variant;
  if (!textual.includes(typeOf(field)) || !textual.includes(type)) delete next.default;
  if (type !== "object") delete next.fields;
  if (type !== "array") delete next.item;
  if (type !== "enum" && type !== "array") delete next.options;
  return next;
}

const textual: (FieldType | undefined)[] = ["text", "url", "email", "phone", "media", "relation"];
