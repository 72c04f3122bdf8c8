import type { LeafNode } from "@callboard/core/form";
import type { ComponentType } from "react";
import { BooleanInput } from "./BooleanInput.tsx";
import { EnumInput } from "./EnumInput.tsx";
import type { FieldInputProps } from "../api/fieldInput.ts";
import { NumberInput } from "./NumberInput.tsx";
import { TextInput } from "./TextInput.tsx";

/** The controls of plain fields, which every form carries. */
export const plainInputs: Partial<Record<LeafNode["type"], ComponentType<FieldInputProps>>> = {
  text: TextInput,
  number: NumberInput,
  boolean: BooleanInput,
  enum: EnumInput,
  url: TextInput,
  email: TextInput,
  phone: TextInput,
};
