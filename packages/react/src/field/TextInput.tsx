"use client";
import { type ReactNode } from "react";
import { controlProps, type FieldInputProps } from "./fieldInput.ts";

const kinds = {
  url: { type: "url", inputMode: "url", autoComplete: "url" },
  email: { type: "email", inputMode: "email", autoComplete: "email" },
  phone: { type: "tel", inputMode: "tel", autoComplete: "tel" },
} as const;

/** One line of text, or several (`multiline`), which grow with what is written. Addresses and phone numbers bring their keyboard. */
export function TextInput(
  props: FieldInputProps & {
    /** It stands in for a group of controls, whose label is tied to no control. */
    inGroup?: boolean;
  },
): ReactNode {
  const { node, value, onChange } = props;
  const text = typeof value === "string" ? value : value === undefined || value === null ? "" : JSON.stringify(value);
  const shared = {
    ...controlProps(props),
    "aria-labelledby": props.inGroup ? props.labelledBy : undefined,
    className: "cb-input",
    value: text,
    placeholder: node.placeholder,
    dir: "auto",
    spellCheck: node.variant === "code" ? false : undefined,
  };
  if (node.variant === "multiline" || node.variant === "code") {
    const area = (
      <textarea {...shared} rows={3} data-variant={node.variant} onChange={(event) => onChange(event.target.value)} />
    );
    if (node.maxLength === undefined) return area;
    // JSON Schema counts characters, not UTF-16 units.
    const count = [...text].length;
    return (
      <>
        {area}
        <span className="cb-field-counter" data-over={count > node.maxLength ? "" : undefined}>
          {props.t("field.counter", { count, limit: node.maxLength })}
        </span>
      </>
    );
  }
  const kind =
    node.type === "url" || node.type === "email" || node.type === "phone"
      ? kinds[node.type]
      : ({ type: node.variant === "password" ? "password" : "text", autoComplete: "off" } as const);
  return <input {...shared} {...kind} onChange={(event) => onChange(event.target.value)} />;
}
