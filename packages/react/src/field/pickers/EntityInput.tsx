"use client";
import type { LeafNode } from "@callboard/core/form";
import type { ReactNode } from "react";
import { ConnectionPicker } from "./ConnectionPicker.tsx";
import { EntityPicker } from "./EntityPicker.tsx";
import type { FieldInputProps } from "../api/fieldInput.ts";

/** A form's field of entities or of a connection. Ids that are numbers in the schema stay numbers. */
export function EntityInput(props: FieldInputProps): ReactNode {
  const { node, path, value, onChange } = props;
  const isNumber = holdsNumbers(node);
  const toValue = (id: string): unknown => (isNumber && Number.isFinite(Number(id)) ? Number(id) : id);
  const shared = {
    id: props.id,
    value: value as string | string[] | undefined,
    onChange: (next: string | string[] | undefined) =>
      onChange(Array.isArray(next) ? next.map(toValue) : next === undefined ? undefined : toValue(next)),
    onBlur: props.onBlur,
    labelledBy: props.labelledBy,
    describedBy: props.describedBy,
    invalid: props.invalid,
    required: props.required,
    disabled: props.readOnly,
    placeholder: node.placeholder,
  };
  if (node.type === "relation" && node.entity === "connection") {
    return <ConnectionPicker {...shared} by={/name$/i.test(path) ? "name" : "id"} allowOther />;
  }
  return <EntityPicker {...shared} kind={node.entity ?? ""} multiple={node.type === "array"} />;
}

function holdsNumbers({ type, schema }: LeafNode): boolean {
  const part = type === "array" ? (schema.items as { type?: unknown } | undefined) : schema;
  return part?.type === "integer" || part?.type === "number";
}
