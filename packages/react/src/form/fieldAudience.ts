import type { FormNode } from "@callboard/core/form";
import type { ToolFormMode } from "../field/api/formContext.ts";

/** Whether a field is left to operators. A required value without a default is still asked of an end customer. */
export function isForOperators(node: FormNode, mode: ToolFormMode, audience = node.audience): boolean {
  return audience === "internal" && !(mode === "embed" && mustFill(node));
}

const mustFill = (node: FormNode): boolean =>
  node.required && !node.nullable && node.default === undefined && node.kind !== "const";
