import type { JsonSchema } from "../../schema/jsonSchema.ts";
import { fieldOfSchema } from "../../field/fieldExtension.ts";
import { entityOf, manyChoices, optionsOf } from "./leaf.ts";
import type { FormNode, NodeBase } from "./model.ts";
import { below, type Compilation, type Place } from "./place.ts";
import { tableColumns } from "./tableColumns.ts";
import { isRecord } from "../../json/record.ts";
import { flattenSchema } from "./resolveSchema.ts";
import { typesOf } from "./schemaKind.ts";

/** Rows, a tuple's places, or a choice of several. */
export function arrayOf(schema: JsonSchema, base: NodeBase, place: Place, compilation: Compilation): FormNode {
  const tuple = Array.isArray(schema["prefixItems"])
    ? schema["prefixItems"]
    : Array.isArray(schema.items)
      ? schema.items
      : [];
  const rest = Array.isArray(schema.items) ? schema["additionalItems"] : schema.items;
  const maxItems = typeof schema["maxItems"] === "number" ? schema["maxItems"] : Infinity;
  const minItems = typeof schema["minItems"] === "number" ? schema["minItems"] : 0;
  const inner = { ...below(place, "", true), field: place.field?.item ?? fieldOfSchema(rest) };
  const isFree = isRecord(rest) && !("enum" in rest) && typesOf(rest).join() === "string";
  if (place.field?.variant === "tags" && tuple.length === 0 && isFree) return { ...base, kind: "leaf", type: "array" };
  const entity = entityOf(schema, place.field) ?? (isRecord(rest) ? entityOf(rest, place.field?.item) : undefined);
  const isIds = rest === undefined || (isRecord(rest) && /^(?:string|number|integer)$/.test(typesOf(rest).join()));
  if (entity !== undefined && tuple.length === 0 && isIds && !(isRecord(rest) && "enum" in rest))
    return { ...base, kind: "leaf", type: "array", variant: "entities", entity };
  if (tuple.length === 0 && isRecord(rest)) {
    const flat = flattenSchema(compilation.root, rest as JsonSchema, place.refs, compilation.findNamed);
    const choice = flat.circular === undefined ? optionsOf(flat.schema, place.field?.item ?? place.field) : undefined;
    if (choice && !choice.nullable) {
      const { options } = choice;
      const variant = options.length > manyChoices ? "multiselect" : base.variant;
      return { ...base, kind: "leaf", type: "array", variant, options };
    }
  }
  const prefix = tuple.map((part) => compilation.compile(part, inner));
  const item = rest === false || tuple.length >= maxItems ? undefined : compilation.compile(rest, inner);
  const isAsked = base.variant === "table";
  const isOpen = prefix.length === 0 && (isAsked || base.variant === undefined);
  const columns = isOpen ? tableColumns(item, isAsked) : undefined;
  // Choices that would stand side by side are a menu in a cell.
  for (const { node } of columns ?? []) if (node.kind === "leaf" && node.type === "enum") node.variant = "select";
  return { ...base, kind: "array", prefix, item, columns, minItems, maxItems, conditional: false };
}
