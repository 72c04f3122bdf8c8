export { AdditionalInputs, type AdditionalInputsProps } from "./AdditionalInputs.tsx";
export type { FormDraftOptions } from "./DraftNotice.tsx";
export type { FieldComponents, ToolFormMode } from "./formContext.ts";
export {
  FormSpecRenderer,
  SchemaForm,
  ToolForm,
  type FormSpecRendererProps,
  type SchemaFormProps,
  type ToolFormHandle,
  type ToolFormProps,
} from "./ToolForm.tsx";
export { bootstrapFieldRegistry } from "../field/bootstrapFieldRegistry.tsx";
export type { FieldDisplayProps, FieldInputProps } from "../field/fieldInput.ts";
