import { createElement } from "react";
import { SchemaForm } from "../../packages/react/dist/form.js";
import "../../packages/react/dist/styles.css";

/**
 * The forms bench's entry: the shipped form with its default fields and its stylesheet, which skips what is off the
 * screen.
 */
export function Form({ schema, data, onChange }) {
  return createElement(SchemaForm, { schema, defaultValue: data, onChange });
}
