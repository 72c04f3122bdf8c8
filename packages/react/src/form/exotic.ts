import type { JsonSchema, UiSchema } from "@callboard/core/form";
import type { ComponentType } from "react";

/** What draws the fields of a form whose schema is beyond the form model is given; it stands inside the form. */
export interface ExoticFieldsProps {
  schema: JsonSchema;
  /** How it is to look, in rjsf's words. */
  uiSchema: UiSchema | undefined;
}

/** Draws all fields of a form whose schema is beyond the form model, over the same state, errors and submit as ours. */
export type ExoticFields = ComponentType<ExoticFieldsProps> & {
  /** Whether a schema is to be drawn so: it has keywords that the form model has no word for. */
  isBeyond: (schema: JsonSchema | boolean | undefined) => boolean;
};
