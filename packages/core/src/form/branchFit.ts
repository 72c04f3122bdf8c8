import { sameJson } from "../spec/condition.ts";
import { childAt, resolveNode, type FormNode, type UnionNode } from "./model.ts";
import { isRecord } from "./pointer.ts";

/** The branch that a value belongs to: by its constants first, then by how well it fits; the first where there is no value. */
export function branchFor(union: UnionNode, value: unknown): number {
  if (value === undefined || value === null) return 0;
  let best = 0;
  let bestFit = -Infinity;
  union.branches.forEach(({ node }, index) => {
    const fit = fitOf(node, value, 0);
    if (fit > bestFit) {
      best = index;
      bestFit = fit;
    }
  });
  return best;
}

/** How well a value fits: below zero it does not; a constant that matches outweighs everything else. */
export function fitOf(node: FormNode, value: unknown, depth: number): number {
  if (depth > 6) return 0;
  if (value === null && node.nullable) return 1;
  const own = resolveNode(node);
  switch (own.kind) {
    case "const":
      return sameJson(own.value, value) ? 100 : -100;
    case "leaf":
      if (own.type === "array")
        return Array.isArray(value) ? (value.every((one) => isOption(own.options, one)) ? 5 : 1) : -10;
      if (own.options) return isOption(own.options, value) ? 20 : -10;
      if (own.type === "number")
        return typeof value === "number" ? (own.integer && !Number.isInteger(value) ? -1 : 5) : -10;
      if (own.type === "boolean") return typeof value === "boolean" ? 5 : -10;
      return typeof value === "string" ? (own.type === "text" ? 4 : looksLike(own.type, value) ? 5 : 1) : -10;
    case "object": {
      if (!isRecord(value)) return -10;
      let fit = 1;
      for (const [key, child] of own.fields) {
        if (Object.hasOwn(value, key)) fit += Math.max(-50, fitOf(child, value[key], depth + 1)) + 1;
        else if (child.required) fit -= 3;
      }
      for (const key of Object.keys(value)) if (!own.fields.has(key) && !own.extra) fit -= 2;
      return fit;
    }
    case "array": {
      if (!Array.isArray(value)) return -10;
      const first = childAt(own, 0);
      return 2 + (value.length > 0 && first ? Math.max(-5, Math.min(5, fitOf(first, value[0], depth + 1))) : 0);
    }
    case "map":
      return isRecord(value) ? 1 : -10;
    case "union":
      return Math.max(...own.branches.map((branch) => fitOf(branch.node, value, depth + 1)));
    case "json":
      if (own.expects === "object") return isRecord(value) ? 1 : -10;
      return own.expects === "array" && !Array.isArray(value) ? -10 : 0;
  }
}

const isOption = (options: readonly { value: unknown }[] | undefined, value: unknown): boolean =>
  options?.some((option) => sameJson(option.value, value)) ?? true;

function looksLike(type: string, value: string): boolean {
  if (type === "date") return /^\d{4}-\d\d-\d\d|^\d\d:\d\d/.test(value);
  if (type === "email") return value.includes("@");
  return type === "url" ? /^[a-z][a-z0-9+.-]*:/i.test(value) : true;
}
