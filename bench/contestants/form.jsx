import { createElement } from "react";
import { SchemaForm } from "../../packages/react/dist/form/index.js";

/** The forms bench's entry: the shipped form with its default fields. */
export function Form({ schema, data, onChange }) {
  return createElement(SchemaForm, { schema, defaultValue: data, onChange });
}
