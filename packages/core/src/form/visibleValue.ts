import { evaluateCondition } from "../spec/condition.ts";
import { branchFor } from "./branchFit.ts";
import { readerOf } from "./conditions.ts";
import { isConditional, resolveNode, type FormNode, type UnionNode, type Visibility } from "./model.ts";
import { childPointer, defineOwn, isRecord, parentPointer, type Pointer } from "./pointer.ts";

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

/** A form's value without what is hidden: what is submitted. The same object where nothing is, so unchanged parts keep identity. */
export function visibleValue(
  root: FormNode,
  whole: unknown,
  branchAt: (union: UnionNode, path: Pointer, value: unknown) => number = (union, _path, value) =>
    branchFor(union, value),
): unknown {
  const prune = (node: FormNode, value: unknown, path: Pointer): unknown => {
    if (value === undefined || value === null || !isConditional(node)) return value;
    const own = resolveNode(node);
    if (own.kind === "union") {
      const branch = own.branches[own.cases ? caseOf(own.cases, path, whole) : branchAt(own, path, value)];
      return branch ? prune(branch.node, value, path) : value;
    }
    if (own.kind === "array" && Array.isArray(value)) {
      let copy: unknown[] | undefined;
      value.forEach((element, index) => {
        const child = own.prefix[index] ?? own.item;
        const kept = child ? prune(child, element, childPointer(path, index)) : element;
        if (!Object.is(kept, element)) (copy ??= value.slice())[index] = kept;
      });
      return copy ?? value;
    }
    if ((own.kind !== "object" && own.kind !== "map") || !isRecord(value)) return value;
    let copy: Record<string, unknown> | undefined;
    const visit = (key: string, child: FormNode): void => {
      if (!isConditional(child) || !Object.hasOwn(value, key)) return;
      if (!isShown(child.visible, path, whole)) delete (copy ??= { ...value })[key];
      else {
        const kept = prune(child, value[key], childPointer(path, key));
        if (!Object.is(kept, value[key])) defineOwn((copy ??= { ...value }), key, kept);
      }
    };
    if (own.kind === "object") for (const [key, child] of own.fields) visit(key, child);
    const rest = own.kind === "map" ? own.item : own.extra;
    if (rest) for (const key of Object.keys(value)) if (own.kind === "map" || !own.fields.has(key)) visit(key, rest);
    return copy ?? value;
  };
  return prune(root, whole, "");
}
