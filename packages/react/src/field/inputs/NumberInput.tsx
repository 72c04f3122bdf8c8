"use client";
import { type ReactNode } from "react";
import { controlProps, type FieldInputProps } from "../api/fieldInput.ts";
import { TextInput } from "./TextInput.tsx";

/**
 * A number. The browser's own number field reads it by the reader's locale; what is no number yet stays as typed, and is
 * an error once the field is left.
 */
export function NumberInput(props: FieldInputProps): ReactNode {
  const { id, node, value, text, t, onChange } = props;
  if (typeof value !== "number" && value !== undefined && value !== null) {
    // A value that is no number is shown as it is, and becomes one when it reads as one and is left.
    const settle = (): void => {
      if (typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value))) onChange(Number(value));
      props.onBlur();
    };
    return <TextInput {...props} onBlur={settle} />;
  }
  const change = (input: HTMLInputElement): void => {
    const typed = input.value;
    if (typed === "") {
      const problem = { path: "", code: "number", message: t("form.issue.number") };
      // Half a number ("-", "1e") reads as empty, yet something stands there.
      onChange(undefined, input.validity.badInput ? { text: "", problem } : undefined);
      return;
    }
    const number = Number(typed);
    const exact = !node.integer || Number.isSafeInteger(number) || !Number.isInteger(number);
    const problem = { path: "", code: "precision", message: t("form.issue.precision") };
    if (exact) onChange(number, { text: typed });
    else onChange(undefined, { text: typed, problem });
  };
  const control = (
    <input
      {...controlProps(props)}
      className="cb-input"
      type="number"
      inputMode={node.integer && (node.minimum ?? -1) >= 0 ? "numeric" : "decimal"}
      min={node.minimum}
      max={node.maximum}
      step={node.step ?? (node.integer ? 1 : "any")}
      placeholder={node.placeholder}
      value={text ?? (typeof value === "number" ? String(value) : "")}
      onChange={(event) => change(event.target)}
    />
  );
  if (node.unit === undefined) return control;
  return (
    <span className="cb-input-group">
      {control}
      <span className="cb-input-unit" id={`${id}-unit`}>
        {node.unit}
      </span>
    </span>
  );
}
