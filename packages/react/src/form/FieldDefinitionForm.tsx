"use client";
import type { JsonValue } from "@callboard/core";
import type { FieldDefinition, FormSpec } from "@callboard/core/form";
import { useMemo, type ReactNode } from "react";
import type { FieldComponents } from "../field/api/formContext.ts";
import type { FormSpecRendererProps } from "./formProps.ts";
import { FormSpecRenderer } from "./ToolForm.tsx";

export type FieldDefinitionFormProps<Submitted = JsonValue, Held = JsonValue> = Omit<
  FormSpecRendererProps<Submitted, Held>,
  "spec" | "uiSchema" | "fields"
> & {
  fields: readonly FieldDefinition[];
  /** Own components by pointer or storage type. */
  components?: FieldComponents;
};

/**
 * A form of any list of fields; what they make is `fieldsToSchema(fields)`.
 * @example
 * ```tsx
 * <FieldDefinitionForm fields={[{ key: "name", type: "text", required: true }]} onSubmit={(value) => save(value)} />
 * ```
 */
export function FieldDefinitionForm<Submitted = JsonValue, Held = JsonValue>({
  fields,
  components,
  ...props
}: FieldDefinitionFormProps<Submitted, Held>): ReactNode {
  const spec = useMemo<FormSpec>(() => ({ fields: [...fields] }), [fields]);
  return <FormSpecRenderer {...props} spec={spec} {...(components && { fields: components })} />;
}
