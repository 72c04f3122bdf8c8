"use client";
import { type ReactNode } from "react";
import { controlProps, type FieldInputProps } from "./fieldInput.ts";

const kinds = {
  url: { type: "url", inputMode: "url", autoComplete: "url" },
  email: { type: "email", inputMode: "email", autoComplete: "email" },
  phone: { type: "tel", inputMode: "tel", autoComplete: "tel" },
} as const;

/** One line of text, or several (`multiline`), which grow with what is written. Addresses and phone numbers bring their keyboard. */
export function TextInput(props: FieldInputProps): ReactNode {
  const { node, value, onChange } = props;
  const text = typeof value === "string" ? value : value === undefined || value === null ? "" : JSON.stringify(value);
  const shared = {
    ...controlProps(props),
    className: "cb-input",
    value: text,
    placeholder: node.placeholder,
    dir: "auto",
    spellCheck: node.variant === "code" ? false : undefined,
  };
  if (node.variant === "multiline" || node.variant === "code") {
    return (
      <textarea {...shared} rows={3} data-variant={node.variant} onChange={(event) => onChange(event.target.value)} />
    );
  }
  const kind =
    node.type === "url" || node.type === "email" || node.type === "phone"
      ? kinds[node.type]
      : ({ type: node.variant === "password" ? "password" : "text", autoComplete: "off" } as const);
  return <input {...shared} {...kind} onChange={(event) => onChange(event.target.value)} />;
}
