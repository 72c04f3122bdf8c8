export { AdditionalInputs, type AdditionalInputsProps } from "./form/AdditionalInputs.tsx";
export type { FormDraftOptions } from "./form/DraftNotice.tsx";
export type { FieldComponents, ToolFormMode } from "./field/api/formContext.ts";
export { FormSpecRenderer, SchemaForm, ToolForm } from "./form/ToolForm.tsx";
export type {
  FormSchema,
  FormSpecRendererProps,
  FormTool,
  SchemaFormProps,
  ToolFormHandle,
  ToolFormProps,
} from "./form/formProps.ts";
export { bootstrapFieldRegistry } from "./form/bootstrapFieldRegistry.tsx";
export { controlProps } from "./field/api/fieldInput.ts";
export type { FieldDisplayProps, FieldInputProps } from "./field/api/fieldInput.ts";
