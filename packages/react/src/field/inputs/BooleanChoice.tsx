"use client";
import type { ReactNode } from "react";
import { EnumInput } from "./EnumInput.tsx";
import type { FieldInputProps } from "../api/fieldInput.ts";

/** Yes or no side by side, and "not set" where that is allowed, which a checkbox cannot show. */
export function BooleanChoice(props: FieldInputProps): ReactNode {
  const { node, t, required, value, onChange } = props;
  const options = [
    { value: true, label: t("form.yes") },
    { value: false, label: t("form.no") },
    ...(required ? [] : [{ value: null, label: node.placeholder ?? t("form.notSet") }]),
  ];
  return (
    <EnumInput
      {...props}
      node={{ ...node, variant: "segmented", options }}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}
