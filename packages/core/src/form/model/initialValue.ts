import { branchFor, fitOf } from "./branchFit.ts";
import { childAt, resolveNode, type FormNode } from "./model.ts";
import { defineOwn } from "../../json/defineOwn.ts";
import { isRecord } from "../../json/record.ts";

/** The most rows that a list starts with for its `minItems`; the list's error counts the missing ones. */
const startRows = 5;

/** How many nested lazy nodes are compiled for initial values. */
const mostOpened = 3;

/**
 * What a field holds before anybody touched it: what was given, else the default, else what must be there in any case
 * (a constant, a required group, a required yes-or-no as "no"). Undefined is "not there". Never writes into what was
 * given.
 */
export function initialValue(node: FormNode, given: unknown, depth = 0, opened = 0): unknown {
  if (depth > 64) return given;
  if (given === undefined) {
    if (node.default !== undefined)
      return initialValue({ ...node, default: undefined }, structuredClone(node.default), depth, mostOpened);
    if (node.nullable && node.required) return null;
    if (!node.required) return undefined;
  }
  // A node that requires itself, or has itself as a default, would never end.
  if (node.kind === "lazy" && opened >= mostOpened) return given;
  const seen = node.kind === "lazy" && given === undefined ? opened + 1 : opened;
  if (given === null && (node.nullable || node.kind === "json")) return given;
  const resolved = resolveNode(node);
  switch (resolved.kind) {
    case "const":
      return given === undefined ? resolved.value : given;
    case "leaf":
      if (given !== undefined) return given;
      // Between yes and no nothing is chosen yet; a box that is not ticked is no.
      if (resolved.type === "boolean") return resolved.variant === "choice" ? undefined : false;
      return resolved.type === "array" ? [] : undefined;
    case "object":
    case "map": {
      if (given !== undefined && !isRecord(given)) return given;
      const value: Record<string, unknown> = { ...given };
      for (const key of new Set([
        ...(resolved.kind === "object" ? resolved.fields.keys() : []),
        ...Object.keys(value),
      ])) {
        const child = childAt(resolved, key);
        const before = Object.hasOwn(value, key) ? value[key] : undefined;
        const after = child ? initialValue(child, before, depth + 1, seen) : before;
        if (after !== undefined && !Object.is(after, before)) defineOwn(value, key, after);
      }
      return value;
    }
    case "array": {
      if (given !== undefined && !Array.isArray(given)) return given;
      const places = resolved.prefix.length;
      const least = given ? 0 : Math.min(Math.max(resolved.minItems, places), Math.max(startRows, places));
      return Array.from({ length: Math.max(given?.length ?? 0, least) }, (_, index) => {
        const child = childAt(resolved, index);
        const before: unknown = given?.[index];
        if (!child) return before;
        return before === undefined ? newItem(child, depth + 1, seen) : initialValue(child, before, depth + 1, seen);
      });
    }
    case "union": {
      const branch = resolved.branches[branchFor(resolved, given)];
      return branch ? initialValue(branch.node, given, depth + 1, seen) : given;
    }
    case "json":
      if (given !== undefined || !resolved.expects) return given;
      return resolved.expects === "object" ? {} : [];
  }
}

/**
 * The initial value of a new list element. A text starts empty, not absent: a list has no absent elements. One of
 * several kinds starts as the first of them without a value, though it may be null: nobody has said so yet.
 */
export function newItem(node: FormNode, depth = 0, opened = 0): unknown {
  const item: FormNode =
    node.kind === "union" ? { ...node, required: true, nullable: false } : { ...node, required: true };
  const value = initialValue(item, undefined, depth, opened);
  if (value !== undefined) return value;
  const resolved = resolveNode(node);
  return resolved.kind === "leaf" && resolved.type === "text" ? "" : undefined;
}

/**
 * What of one branch's value another branch can use, so that changing one's mind does not mean typing again: leaves
 * only, for what stands inside a container may be there because of the branch that is left.
 */
export function carryOver(node: FormNode, value: unknown): unknown {
  const resolved = resolveNode(node);
  const fresh = initialValue({ ...resolved, required: true } as FormNode, undefined);
  if (resolved.kind === "object" && isRecord(value) && isRecord(fresh)) {
    for (const [key, child] of resolved.fields) {
      const isLeaf = resolveNode(child).kind === "leaf";
      if (isLeaf && Object.hasOwn(value, key) && fitOf(child, value[key], 0) > 0) defineOwn(fresh, key, value[key]);
    }
    return fresh;
  }
  return resolved.kind === "leaf" && value !== undefined && fitOf(resolved, value, 0) > 0 ? value : fresh;
}
