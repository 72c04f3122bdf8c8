import type { FormNode } from "@callboard/core/form";
import type { ToolFormMode } from "./formContext.ts";

/** Whether a field is left to operators. An end customer is still asked for what nobody else could give. */
export function isForOperators(node: FormNode, mode: ToolFormMode, audience = node.audience): boolean {
  return audience === "internal" && !(mode === "embed" && mustFill(node));
}

const mustFill = (node: FormNode): boolean =>
  node.required && !node.nullable && node.default === undefined && node.kind !== "const";
