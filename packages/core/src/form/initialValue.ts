import { branchFor, fitOf } from "./branchFit.ts";
import { resolveNode, type FormNode } from "./model.ts";
import { defineOwn, isRecord } from "./pointer.ts";

/** Rows that a list starts with because it must have some; beyond that the list's error says how many are missing. */
const startRows = 5;

/**
 * What a field holds before anybody touched it: what was given, else the default, else what must be there in any case (a
 * constant, a required group, a required yes-or-no as "no"). Undefined is "not there". Never writes into what was given.
 */
export function initialValue(node: FormNode, given: unknown, depth = 0): unknown {
  if (depth > 64) return given;
  if (given === undefined) {
    if (node.default !== undefined)
      return initialValue({ ...node, default: undefined }, structuredClone(node.default), depth);
    if (node.nullable && node.required) return null;
    // A lazy node that must be there either is no object or goes round for ever.
    if (!node.required || (node.kind === "lazy" && depth > 16)) return undefined;
  }
  if (given === null && (node.nullable || node.kind === "json")) return given;
  const own = resolveNode(node);
  switch (own.kind) {
    case "const":
      return given === undefined ? own.value : given;
    case "leaf":
      if (given !== undefined) return given;
      return own.type === "boolean" ? false : own.type === "array" ? [] : undefined;
    case "object": {
      if (given !== undefined && !isRecord(given)) return given;
      const value: Record<string, unknown> = { ...given };
      for (const [key, child] of own.fields) {
        const before = Object.hasOwn(value, key) ? value[key] : undefined;
        const after = initialValue(child, before, depth + 1);
        if (after !== undefined && !Object.is(after, before)) defineOwn(value, key, after);
      }
      return value;
    }
    case "array": {
      if (given !== undefined && !Array.isArray(given)) return given;
      const least =
        given === undefined
          ? Math.min(Math.max(own.minItems, own.prefix.length), Math.max(startRows, own.prefix.length))
          : 0;
      const length = Math.max(given?.length ?? 0, least);
      return Array.from({ length }, (_, index) => {
        const child = own.prefix[index] ?? own.item;
        const before: unknown = given?.[index];
        return child
          ? before === undefined
            ? newItem(child, depth + 1)
            : initialValue(child, before, depth + 1)
          : before;
      });
    }
    case "map": {
      if (!isRecord(given)) return given === undefined ? {} : given;
      const value: Record<string, unknown> = {};
      for (const [key, entry] of Object.entries(given)) defineOwn(value, key, initialValue(own.item, entry, depth + 1));
      return value;
    }
    case "union": {
      const branch = own.branches[branchFor(own, given)];
      return branch ? initialValue(branch.node, given, depth + 1) : given;
    }
    case "json":
      return given === undefined && own.expects === "object"
        ? {}
        : given === undefined && own.expects === "array"
          ? []
          : given;
  }
}

/** What a new element of a list starts as. A text starts empty rather than absent: a list has no absent elements. */
export function newItem(node: FormNode, depth = 0): unknown {
  const value = initialValue(node.required ? node : { ...node, required: true }, undefined, depth);
  if (value !== undefined) return value;
  const own = resolveNode(node);
  return own.kind === "leaf" && own.type === "text" ? "" : undefined;
}

/**
 * What of one branch's value another branch can use, so that changing one's mind does not mean typing again: leaves only,
 * for what stands inside a container may be there because of the branch that is left.
 */
export function carryOver(node: FormNode, value: unknown): unknown {
  const own = resolveNode(node);
  const fresh = initialValue({ ...own, required: true } as FormNode, undefined);
  if (own.kind === "object" && isRecord(value) && isRecord(fresh)) {
    for (const [key, child] of own.fields) {
      const isLeaf = resolveNode(child).kind === "leaf";
      if (isLeaf && Object.hasOwn(value, key) && fitOf(child, value[key], 0) > 0) defineOwn(fresh, key, value[key]);
    }
    return fresh;
  }
  return own.kind === "leaf" && value !== undefined && fitOf(own, value, 0) > 0 ? value : fresh;
}
