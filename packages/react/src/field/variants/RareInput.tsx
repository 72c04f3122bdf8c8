"use client";
import type { ComponentType, ReactNode } from "react";
import type { FieldInputProps } from "../api/fieldInput.ts";
import { ColorInput } from "./ColorInput.tsx";
import { DurationInput } from "./DurationInput.tsx";
import { MultiSelect } from "./MultiSelect.tsx";
import { RatingInput } from "./RatingInput.tsx";
import { SearchSelect } from "./SearchSelect.tsx";
import { SecretInput } from "./SecretInput.tsx";
import { SliderInput } from "./SliderInput.tsx";
import { TagsInput } from "../pickers/TagsInput.tsx";
import { TextInput } from "../inputs/TextInput.tsx";
import { ZonedInput } from "./ZonedInput.tsx";

const inputs: Record<string, ComponentType<FieldInputProps>> = {
  "text color": ColorInput,
  "text password": SecretInput,
  "number slider": SliderInput,
  "number rating": RatingInput,
  "date zoned": ZonedInput,
  "date duration": DurationInput,
  "enum search": SearchSelect,
  "array tags": TagsInput,
  "array multiselect": MultiSelect,
};

/** The variants that few forms have; together they are fetched at the first field that asks for one. */
export function RareInput(props: FieldInputProps): ReactNode {
  const Input = inputs[`${props.node.type} ${props.node.variant}`] ?? TextInput;
  return <Input {...props} />;
}
