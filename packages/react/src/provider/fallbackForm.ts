import type { JsonSchema, UiSchema } from "@callboard/core/form";
import type { ComponentType } from "react";

/** The props of a component that draws a form's fields where the form model does not cover the schema. */
export interface FallbackFormProps {
  schema: JsonSchema;
  /** The layout, as an rjsf uiSchema. */
  uiSchema: UiSchema | undefined;
}

/**
 * Draws all fields of a form whose schema the form model does not cover, over the form's own state, errors and submit.
 */
export type FallbackForm = ComponentType<FallbackFormProps> & {
  /** True where a schema has keywords that the form model does not cover. */
  isBeyond: (schema: JsonSchema | boolean | undefined) => boolean;
};
