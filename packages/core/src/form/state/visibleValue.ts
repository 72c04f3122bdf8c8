import { evaluateCondition } from "../../field/condition.ts";
import { branchFor } from "../model/branchFit.ts";
import { readerOf } from "../model/conditions.ts";
import { childAt, isConditional, resolveNode, type FormNode, type UnionNode, type Visibility } from "../model/model.ts";
import { defineOwn } from "../../json/defineOwn.ts";
import { childPointer, parentPointer, type Pointer } from "../../json/pointer.ts";

/** Whether a condition lets its field be seen, for a field in the object at `container`. */
export function isShown(visibility: Visibility | undefined, container: Pointer, whole: unknown): boolean {
  return !visibility || evaluateCondition(visibility.condition, readerOf(visibility, container, whole));
}

/** The branch that follows from the rest of the form; the first where none does. */
export function caseOf(cases: readonly Visibility[], path: Pointer, whole: unknown): number {
  return Math.max(
    0,
    cases.findIndex((one) => isShown(one, parentPointer(path), whole)),
  );
}

/** Conditions below this depth are not evaluated. */
const deepest = 64;

/** A form's value without hidden fields, which is what is submitted. Parts without any keep their identity. */
export function visibleValue(
  root: FormNode,
  whole: unknown,
  branchAt: (union: UnionNode, path: Pointer, value: unknown) => number = (union, _path, value) =>
    branchFor(union, value),
): unknown {
  const prune = (node: FormNode | undefined, value: unknown, path: Pointer, depth: number): unknown => {
    if (typeof value !== "object" || value === null || !node || !isConditional(node) || depth > deepest) return value;
    // A node that is not compiled yet was never shown, so none of it is hidden.
    if (node.kind === "lazy" && !node.isResolved()) return value;
    const resolved = resolveNode(node);
    if (resolved.kind === "union") {
      const branch =
        resolved.branches[resolved.cases ? caseOf(resolved.cases, path, whole) : branchAt(resolved, path, value)];
      return prune(branch?.node, value, path, depth + 1);
    }
    let copy: Record<string, unknown> | undefined;
    for (const [key, part] of Object.entries(value)) {
      const child = childAt(resolved, key);
      if (!child || !isConditional(child)) continue;
      const isHidden = !Array.isArray(value) && !isShown(child.visible, path, whole);
      const kept = isHidden ? undefined : prune(child, part, childPointer(path, key), depth + 1);
      if (Object.is(kept, part)) continue;
      copy ??= (Array.isArray(value) ? value.slice() : { ...value }) as Record<string, unknown>;
      if (isHidden) delete copy[key];
      else defineOwn(copy, key, kept);
    }
    return copy ?? value;
  };
  return prune(root, whole, "", 0);
}
