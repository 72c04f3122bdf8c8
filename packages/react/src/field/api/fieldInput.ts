import type { FormNode, LeafNode, Pointer, ValidationIssue } from "@callboard/core/form";
import type { JSXElementConstructor } from "react";
import type { FormTranslate } from "../../messages/messages.ts";

/** The props of a field's input component. Its label, help and error are drawn around it. */
export interface FieldInputProps<Node extends FormNode = LeafNode> {
  /** Goes on the control, so that label and error summary lead to it. */
  id: string;
  path: Pointer;
  node: Node;
  value: unknown;
  /** The typed text where it is not the value (half a number). */
  text: string | undefined;
  invalid: boolean;
  describedBy: string | undefined;
  /** For groups of controls, which a `<label for>` cannot name. */
  labelledBy: string;
  required: boolean;
  readOnly: boolean;
  locale: string;
  t: FormTranslate;
  /** Undefined is "no value"; `typed` keeps text that is no value yet, and says why. */
  onChange: (value: unknown, typed?: { text: string; problem?: ValidationIssue }) => void;
  /** The same value said in full, as the control shows it: no change of anybody's. */
  onRead?: ((value: unknown) => void) | undefined;
  onBlur: () => void;
}

/**
 * An app's own component for fields, which knows itself for which kind of node it is. Of objects and lists it draws
 * all, their label too.
 */
export type FieldComponent = JSXElementConstructor<FieldInputProps<never>>;

/** The props of a field's display component. */
export interface FieldDisplayProps<Node extends FormNode = LeafNode> {
  node: Node;
  value: unknown;
  locale: string;
  t: FormTranslate;
}

/** The attributes that every native control of a field carries. */
export function controlProps({ id, invalid, describedBy, required, readOnly, onBlur }: Omit<FieldInputProps, "node">) {
  return {
    id,
    "aria-invalid": invalid || undefined,
    "aria-describedby": describedBy,
    "aria-required": required || undefined,
    readOnly: readOnly || undefined,
    onBlur,
  };
}
