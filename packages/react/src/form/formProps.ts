import type {
  ArgumentsOptions,
  FormChange,
  FormDraftValue,
  FormSpec,
  FormValue,
  JsonSchema,
  SubmitErrors,
  UiSchema,
} from "@callboard/core/form";
import type {
  Handled,
  InferInput,
  InferOutput,
  JsonSchemaLiteral,
  JsonValue,
  Schema,
  StandardSchema,
  ToolSpecs,
} from "@callboard/core";
import type { ReactNode, Ref } from "react";
import type { FieldComponents, ToolFormMode } from "../field/api/formContext.ts";
import type { FormDraftOptions } from "./DraftNotice.tsx";

/** The schema of a form: a Standard Schema such as Zod's, or JSON Schema, `as const` too. */
export type FormSchema = Schema | JsonSchemaLiteral | boolean;

/** An app's handle on a form. */
export interface ToolFormHandle<Value = unknown> {
  /** Fills in a model's arguments, partial ones too; a human's values stay. `partial: false`: this is all of them. */
  applyArguments: (value: unknown, options?: ArgumentsOptions) => void;
  /** The differences between the model's arguments and the form's value. */
  changes: () => FormChange[];
  /** Submits as the button does; resolves to whether it was submitted. */
  submit: () => Promise<boolean>;
  reset: (value?: Value) => void;
}

/** Whether a schema's type does not tell its values, so that the app may. */
type IsUntold<S> = [JsonValue] extends [InferOutput<S>] ? true : false;
type Given<S> = IsUntold<S> extends true ? unknown : FormValue<InferInput<S>>;
type Holding<S, Held> = IsUntold<S> extends true ? Held : FormDraftValue<InferInput<S>>;
type Errors<S> = SubmitErrors<IsUntold<S> extends true ? unknown : InferInput<S>>;

interface FormProps<S, Submitted, Held> {
  spec?: FormSpec;
  /** How the form is to look in rjsf's words, translated into a FormSpec as far as there is one; a `spec` wins. */
  uiSchema?: UiSchema;
  /** Follows this value: a new one replaces what the form holds. */
  value?: Given<S>;
  defaultValue?: Given<S>;
  /** Called after every change with what the form holds, as JSON: unchecked, and any part may be missing. */
  onChange?: (value: Holding<S, Held>) => void;
  /**
   * Gets a valid value, as the schema gives it: with its defaults and transforms. What it returns, resolves to or
   * rejects with as errors (by JSON Pointer) lands on the fields.
   */
  onSubmit?: (value: Handled<S, Submitted>) => Errors<S> | Promise<Errors<S>>;
  /** Errors from elsewhere, by JSON Pointer (`""` is the form as a whole). */
  errors?: Errors<S>;
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
  formRef?: Ref<ToolFormHandle<Given<S>>>;
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

/** A tool as a host describes it, or as it is defined in this page. */
export interface FormTool<S = unknown> {
  inputSchema: S | Schema;
  formSpec?: FormSpec | undefined;
  slug?: string | undefined;
}

export type ToolFormProps<S = FormSchema, Submitted = InferOutput<S>, Held = JsonValue> = FormProps<
  S,
  Submitted,
  Held
> & { tool?: FormTool<S>; schema?: S };

export type SchemaFormProps<S = FormSchema, Submitted = InferOutput<S>, Held = JsonValue> = FormProps<
  S,
  Submitted,
  Held
> & { schema: S };

export type FormSpecRendererProps<Submitted = JsonValue, Held = JsonValue> = FormProps<JsonSchema, Submitted, Held> & {
  spec: FormSpec;
};

/** The props of a form of any schema, as the kit's own parts take them. */
export type AnyFormProps = Omit<ToolFormProps, "onChange" | "onSubmit" | "errors"> & {
  onChange?(value: unknown): void;
  onSubmit?(value: unknown): SubmitErrors | Promise<SubmitErrors>;
  errors?: SubmitErrors;
};

/** A form's props and its JSON Schema, where the schema has one. */
export type DescribedProps = AnyFormProps & { json?: JsonSchema | boolean | undefined };

/** The schema that a form's values are for. */
export const schemaOf = ({ schema, tool }: AnyFormProps): Schema | boolean | undefined =>
  (schema ?? tool?.inputSchema) as Schema | boolean | undefined;

/** The FormSpec that says how a form looks: its own, its tool's, or the one registered for the tool. */
export const specOf = ({ spec, tool }: AnyFormProps, registry: ToolSpecs): FormSpec | undefined =>
  spec ?? tool?.formSpec ?? (tool?.slug === undefined ? undefined : registry.formSpec(tool.slug));

export const isStandard = (schema: unknown): schema is StandardSchema =>
  (typeof schema === "object" || typeof schema === "function") && schema !== null && "~standard" in schema;
