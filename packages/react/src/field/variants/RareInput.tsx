"use client";
import type { ComponentType, ReactNode } from "react";
import type { FieldInputProps } from "../fieldInput.ts";
import { BooleanChoice } from "./BooleanChoice.tsx";
import { ColorInput } from "./ColorInput.tsx";
import { CurrencyInput } from "./CurrencyInput.tsx";
import { DurationInput } from "./DurationInput.tsx";
import { MultiSelect } from "./MultiSelect.tsx";
import { PercentInput } from "./PercentInput.tsx";
import { RatingInput } from "./RatingInput.tsx";
import { SecretInput } from "./SecretInput.tsx";
import { SliderInput } from "./SliderInput.tsx";
import { TagsInput } from "./TagsInput.tsx";
import { TextInput } from "../TextInput.tsx";
import { ZonedInput } from "./ZonedInput.tsx";
import { fieldMessages } from "../../messages/field.ts";
import { addMessages } from "../../messages/messages.ts";

addMessages(fieldMessages);

const inputs: Record<string, ComponentType<FieldInputProps>> = {
  "text color": ColorInput,
  "text password": SecretInput,
  "number currency": CurrencyInput,
  "number percent": PercentInput,
  "number slider": SliderInput,
  "number rating": RatingInput,
  "boolean choice": BooleanChoice,
  "date zoned": ZonedInput,
  "date duration": DurationInput,
  "array tags": TagsInput,
  "array multiselect": MultiSelect,
};

/** The variants that few forms have; together they are fetched at the first field that asks for one. */
export default function RareInput(props: FieldInputProps): ReactNode {
  const Input = inputs[`${props.node.type} ${props.node.variant}`] ?? TextInput;
  return <Input {...props} />;
}
