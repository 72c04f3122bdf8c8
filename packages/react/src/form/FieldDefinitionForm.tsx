"use client";
import type { FieldDefinition, FormSpec } from "@callboard/core/form";
import { useMemo, type ReactNode } from "react";
import type { FieldComponents } from "../field/api/formContext.ts";
import type { ToolFormProps } from "./formProps.ts";
import { ToolForm } from "./ToolForm.tsx";

export type FieldDefinitionFormProps = Omit<ToolFormProps, "tool" | "schema" | "spec" | "uiSchema" | "fields"> & {
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
export function FieldDefinitionForm({ fields, components, ...props }: FieldDefinitionFormProps): ReactNode {
  const spec = useMemo<FormSpec>(() => ({ fields: [...fields] }), [fields]);
  return <ToolForm {...props} spec={spec} {...(components && { fields: components })} />;
}
