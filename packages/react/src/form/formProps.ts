import type { ArgumentsOptions, FormChange, FormSpec, JsonSchema, SubmitErrors, UiSchema } from "@callboard/core/form";
import type { Schema, StandardSchema, ToolDefinition, ToolDetail, ToolSpecs } from "@callboard/core";
import type { ReactNode, Ref } from "react";
import type { FieldComponents, ToolFormMode } from "../field/api/formContext.ts";
import type { FormDraftOptions } from "./DraftNotice.tsx";

/** An app's handle on a form. */
export interface ToolFormHandle {
  /** Fills in a model's arguments, partial ones too; a human's values stay. `partial: false`: this is all of them. */
  applyArguments: (value: unknown, options?: ArgumentsOptions) => void;
  /** The differences between the model's arguments and the form's value. */
  changes: () => FormChange[];
  /** Submits as the button does; resolves to whether it was submitted. */
  submit: () => Promise<boolean>;
  reset: (value?: unknown) => void;
}

interface FormProps {
  spec?: FormSpec;
  /** How the form is to look in rjsf's words, translated into a FormSpec as far as there is one; a `spec` wins. */
  uiSchema?: UiSchema;
  /** Follows this value: a new one replaces what the form holds. */
  value?: unknown;
  defaultValue?: unknown;
  /** Called with the output after every change. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the schema alone knows the value's type
  onChange?: (value: any) => void;
  /** Gets a valid value. What it returns, resolves to or rejects with as errors (by JSON Pointer) lands on the fields. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the schema alone knows the value's type
  onSubmit?: (value: any) => SubmitErrors | Promise<SubmitErrors>;
  /** Errors from elsewhere, by JSON Pointer (`""` is the form as a whole). */
  errors?: SubmitErrors;
  mode?: ToolFormMode;
  /** Nothing can be changed; a text is shown as the reason. */
  disabled?: boolean | string;
  /** Values instead of controls. */
  readOnly?: boolean;
  /** It cannot be submitted yet, as a submit is in progress; a text says what it waits for instead. */
  isLoading?: boolean | string;
  submitLabel?: string;
  /** Said beside the button when `onSubmit` has taken the value, until it is changed; nothing unless given. */
  successMessage?: string;
  fields?: FieldComponents;
  formRef?: Ref<ToolFormHandle>;
  /** In `internal`: a toolbar to see and edit the JSON, undo, reset and copy. `url`: where a copied request goes. */
  tools?: boolean | { url?: string };
  /** Keeps what is typed until it is submitted, but for secrets, and restores it for the same user, tool and schema. */
  draft?: FormDraftOptions;
  className?: string;
  /** Stands between the fields and the submit button. */
  children?: ReactNode;
  /** Stands beside the submit button: what a person may do instead. */
  actions?: ReactNode;
}

export type ToolFormProps = FormProps & {
  /** A tool as a host describes it, or as it is defined in this page. */
  tool?: (Pick<ToolDetail, "inputSchema" | "formSpec"> | Pick<ToolDefinition, "inputSchema" | "formSpec">) & {
    slug?: string;
  };
  schema?: Schema | boolean;
};

export type SchemaFormProps = FormProps & { schema: Schema | boolean };
export type FormSpecRendererProps = FormProps & { spec: FormSpec };

/** A form's props and its JSON Schema, where the schema has one. */
export type DescribedProps = ToolFormProps & { json?: JsonSchema | boolean | undefined };

/** The schema that a form's values are for. */
export const schemaOf = ({ schema, tool }: ToolFormProps): Schema | boolean | undefined => schema ?? tool?.inputSchema;

/** The FormSpec that says how a form looks: its own, its tool's, or the one registered for the tool. */
export const specOf = ({ spec, tool }: ToolFormProps, registry: ToolSpecs): FormSpec | undefined =>
  spec ?? tool?.formSpec ?? (tool?.slug === undefined ? undefined : registry.formSpec(tool.slug));

export const isStandard = (schema: unknown): schema is StandardSchema =>
  (typeof schema === "object" || typeof schema === "function") && schema !== null && "~standard" in schema;
