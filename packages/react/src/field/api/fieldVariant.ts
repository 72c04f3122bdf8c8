import type { LeafNode } from "@callboard/core/form";

/** Variants that are fetched when a field asks for one, by storage type. */
const rare: Partial<Record<LeafNode["type"], readonly string[]>> = {
  text: ["color", "password"],
  number: ["slider", "rating"],
  date: ["zoned", "duration"],
  enum: ["search"],
  array: ["tags", "multiselect"],
  url: ["link"],
  email: ["link"],
};

export const isRare = ({ type, variant }: LeafNode): boolean =>
  variant !== undefined && (rare[type]?.includes(variant) ?? false);

/** How a choice is asked for: few short required ones side by side, others as a list; `variant` decides otherwise. */
export function enumVariant({ variant, ...node }: LeafNode): "segmented" | "radio" | "select" | "search" {
  if (variant === "segmented" || variant === "radio" || variant === "select" || variant === "search") return variant;
  const options = node.options ?? [];
  const short = options.length <= 4 && options.reduce((sum, option) => sum + option.label.length, 0) <= 28;
  // Pressed segments cannot be let go again, which an optional choice needs.
  return node.required && !node.nullable && short && options.length > 1 ? "segmented" : "select";
}

/** Whether a value is what a choice stands for. */
export const sameChoice = (a: unknown, b: unknown): boolean =>
  Object.is(a, b) || (typeof a === "object" && a !== null && JSON.stringify(a) === JSON.stringify(b));

/** Whether several controls ask for the value, which a `<label for>` cannot name. */
export function isGroup(node: LeafNode): boolean {
  const { type, variant } = node;
  switch (type) {
    case "enum":
      return /^(segmented|radio)$/.test(enumVariant(node));
    case "array":
      return variant !== "tags" && variant !== "multiselect" && variant !== "entities";
    case "number":
      return variant === "rating";
    case "boolean":
      return variant === "choice";
    case "date":
      return variant === "zoned" || variant === "duration";
    default:
      return false;
  }
}

/** Whether a tool wants a file's bytes in the value itself, which an address cannot stand for. */
export const holdsBytes = ({ schema }: LeafNode): boolean =>
  schema["contentEncoding"] !== undefined || schema.format === "data-url" || schema.format === "binary";

/** A value of another type than the field's controls can hold, as text; undefined where the control shows it itself. */
export function foreignText(node: LeafNode, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  const { type, variant } = node;
  const isForeign =
    type === "boolean"
      ? typeof value !== "boolean"
      : type === "array"
        ? !Array.isArray(value)
        : type === "number"
          ? variant === "slider"
            ? typeof value !== "number"
            : variant === "rating" && !Number.isInteger(value)
          : type === "enum" && isGroup(node)
            ? !node.options?.some((option) => sameChoice(option.value, value))
            : false;
  return isForeign ? JSON.stringify(value) : undefined;
}
