import { sameJson } from "../../json/sameJson.ts";
import { childAt, resolveNode, type FormNode, type UnionNode } from "./model.ts";
import { isRecord } from "../../json/record.ts";

/**
 * The branch that a value belongs to: by its constants first, then by how well it fits; the first where there is no
 * value.
 */
export function branchFor(union: UnionNode, value: unknown): number {
  if (value === undefined || value === null) return 0;
  let best = 0;
  let bestFit = -Infinity;
  union.branches.forEach(({ node }, index) => {
    const fit = fitOf(node, value, 0, union.branches.length);
    if (fit > bestFit) {
      best = index;
      bestFit = fit;
    }
  });
  return best;
}

/** Kinds within kinds are looked into up to this many combinations: without a bound a dozen levels would never end. */
const MOST_COMBINATIONS = 64;

/** Among more kinds than this, a kind is told by what it says itself. */
const MANY_KINDS = 8;

/** How well a value fits: below zero it does not; a constant that matches outweighs everything else. */
export function fitOf(node: FormNode, value: unknown, depth: number, combinations = 1): number {
  if (depth > 6) return 0;
  if (value === null && node.nullable) return 1;
  // Among many kinds, what stands behind a reference is not compiled only to be compared.
  if (node.kind === "lazy" && combinations > MANY_KINDS) return 0;
  const resolved = resolveNode(node);
  switch (resolved.kind) {
    case "const":
      return sameJson(resolved.value, value) ? 100 : -100;
    case "leaf":
      if (resolved.type === "array")
        return Array.isArray(value) ? (value.every((one) => isOption(resolved.options, one)) ? 5 : 1) : -10;
      if (resolved.options) return isOption(resolved.options, value) ? 20 : -10;
      if (resolved.type === "number")
        return typeof value === "number" ? (resolved.integer && !Number.isInteger(value) ? -1 : 5) : -10;
      if (resolved.type === "boolean") return typeof value === "boolean" ? 5 : -10;
      return typeof value === "string" ? (resolved.type === "text" ? 4 : looksLike(resolved.type, value) ? 5 : 1) : -10;
    case "object": {
      if (!isRecord(value)) return -10;
      let fit = 1;
      for (const [key, child] of resolved.fields) {
        if (Object.hasOwn(value, key)) fit += Math.max(-50, fitOf(child, value[key], depth + 1, combinations)) + 1;
        else if (child.required) fit -= 3;
      }
      for (const key of Object.keys(value)) if (!resolved.fields.has(key) && !resolved.extra) fit -= 2;
      return fit;
    }
    case "array": {
      if (!Array.isArray(value)) return -10;
      const first = childAt(resolved, 0);
      return (
        2 + (value.length > 0 && first ? Math.max(-5, Math.min(5, fitOf(first, value[0], depth + 1, combinations))) : 0)
      );
    }
    case "map":
      return isRecord(value) ? 1 : -10;
    case "union": {
      const more = combinations * resolved.branches.length;
      if (combinations > 1 && more > MOST_COMBINATIONS) return 0;
      return Math.max(...resolved.branches.map((branch) => fitOf(branch.node, value, depth + 1, more)));
    }
    case "json":
      if (resolved.expects === "object") return isRecord(value) ? 1 : -10;
      return resolved.expects === "array" && !Array.isArray(value) ? -10 : 0;
  }
}

const isOption = (options: readonly { value: unknown }[] | undefined, value: unknown): boolean =>
  options?.some((option) => sameJson(option.value, value)) ?? true;

function looksLike(type: string, value: string): boolean {
  if (type === "date") return /^\d{4}-\d\d-\d\d|^\d\d:\d\d/.test(value);
  if (type === "email") return value.includes("@");
  return type === "url" ? /^[a-z][a-z0-9+.-]*:/i.test(value) : true;
}
