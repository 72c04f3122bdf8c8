import type { ComponentType } from "react";
import { BooleanInput } from "./BooleanInput.tsx";
import { DateInput } from "./DateInput.tsx";
import { EnumInput, MultiEnumInput } from "./EnumInput.tsx";
import {
  ArrayDisplay,
  BooleanDisplay,
  DateDisplay,
  EnumDisplay,
  MediaDisplay,
  NumberDisplay,
  TextDisplay,
  UrlDisplay,
} from "./fieldDisplays.tsx";
import type { FieldDisplayProps, FieldInputProps } from "./fieldInput.ts";
import { MediaInput } from "./MediaInput.tsx";
import { NumberInput } from "./NumberInput.tsx";
import { TextInput } from "./TextInput.tsx";

type LeafType = FieldInputProps["node"]["type"];

/** The input that a leaf gets where nothing is registered for its type. `array` is a choice of several. */
export const leafInputs: Record<LeafType, ComponentType<FieldInputProps>> = {
  text: TextInput,
  number: NumberInput,
  boolean: BooleanInput,
  date: DateInput,
  enum: EnumInput,
  url: TextInput,
  email: TextInput,
  phone: TextInput,
  media: MediaInput,
  relation: TextInput,
  array: MultiEnumInput,
};

/** The display that a leaf gets where nothing is registered for its type. */
export const leafDisplays: Record<LeafType, ComponentType<FieldDisplayProps>> = {
  text: TextDisplay,
  number: NumberDisplay,
  boolean: BooleanDisplay,
  date: DateDisplay,
  enum: EnumDisplay,
  url: UrlDisplay,
  email: TextDisplay,
  phone: UrlDisplay,
  media: MediaDisplay,
  relation: TextDisplay,
  array: ArrayDisplay,
};
