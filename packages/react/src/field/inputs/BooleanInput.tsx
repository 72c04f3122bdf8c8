"use client";
import { type ReactNode } from "react";
import { BooleanChoice } from "./BooleanChoice.tsx";
import { controlProps, type FieldInputProps } from "../api/fieldInput.ts";

/** Yes or no: a checkbox, or a switch by variant `switch`. Its label stands beside it. */
export function BooleanInput(props: FieldInputProps): ReactNode {
  const { node, value, readOnly, onChange } = props;
  if (node.variant === "choice") return <BooleanChoice {...props} />;
  const { readOnly: _readOnly, ...shared } = controlProps(props);
  const isSwitch = node.variant === "switch";
  return (
    <input
      {...shared}
      className={isSwitch ? "cb-switch" : "cb-checkbox"}
      type="checkbox"
      role={isSwitch ? "switch" : undefined}
      checked={value === true}
      disabled={readOnly}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}
