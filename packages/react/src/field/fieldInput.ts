import type { FormNode, LeafNode, Pointer, ValidationIssue } from "@callboard/core/form";
import type { Translate } from "../messages/messages.ts";

/** What a field's input component is given. Its label, help and error are drawn around it. */
export interface FieldInputProps<Node extends FormNode = LeafNode> {
  /** Goes on the control, so that label and error summary lead to it. */
  id: string;
  path: Pointer;
  node: Node;
  value: unknown;
  /** What was typed, where it is not the value (half a number). */
  text: string | undefined;
  invalid: boolean;
  describedBy: string | undefined;
  /** For groups of controls, which a `<label for>` cannot name. */
  labelledBy: string;
  required: boolean;
  readOnly: boolean;
  locale: string;
  t: Translate;
  /** Undefined is "no value"; `typed` keeps text that is no value yet, and says why. */
  onChange: (value: unknown, typed?: { text: string; problem?: ValidationIssue }) => void;
  onBlur: () => void;
}

/** What a field's display component is given. */
export interface FieldDisplayProps<Node extends FormNode = LeafNode> {
  node: Node;
  value: unknown;
  locale: string;
  t: Translate;
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
