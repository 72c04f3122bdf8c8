import { sameJson } from "../spec/condition.ts";
import type { FormDocument } from "./formDocument.ts";
import { resolveNode, type FormNode, type UnionNode } from "./model.ts";
import { isRecord } from "./pointer.ts";

/**
 * The branch that a value belongs to while it is still being written: a constant that has only begun keeps its branch
 * possible, and what is not there yet says nothing. Undefined while nothing tells the branches apart and more is coming;
 * of equals, the branch in use stays.
 */
export function partialBranch(
  { fitOf }: Pick<FormDocument, "fitOf">,
  union: UnionNode,
  value: unknown,
  inUse: number,
  whole: boolean,
): number | undefined {
  const fits = union.branches.map(({ node }) => partialFit(fitOf, node, value, 0));
  const best = Math.max(...fits);
  const among = fits.flatMap((fit, index) => (fit === best ? [index] : []));
  if (among.length > 1 && !whole && isOpen(union, value)) return undefined;
  return among.includes(inUse) ? inUse : among[0];
}

/** Whether a key that is still to come, or still being written, may be what tells the branches apart. */
function isOpen(union: UnionNode, value: unknown): boolean {
  if (!isRecord(value)) return typeof value === "string";
  const keys = Object.keys(value);
  const last = keys.at(-1);
  if (last === undefined) return true;
  return union.branches.some(({ node }) => {
    const own = resolveNode(node);
    const field = own.kind === "object" ? own.fields.get(last) : undefined;
    return field !== undefined && isBeginning(field, value[last]);
  });
}

/** Whether a text is the beginning of a constant or an option, and not yet one. */
export function isBeginning(node: FormNode, value: unknown): boolean {
  if (typeof value !== "string") return false;
  const own = resolveNode(node);
  const wholes = own.kind === "const" ? [own.value] : own.kind === "leaf" ? own.options?.map((one) => one.value) : [];
  return (
    wholes !== undefined &&
    !wholes.includes(value) &&
    wholes.some((whole) => typeof whole === "string" && whole.startsWith(value))
  );
}

function partialFit(fitOf: FormDocument["fitOf"], node: FormNode, value: unknown, depth: number): number {
  const own = resolveNode(node);
  if (own.kind === "union")
    return Math.max(...own.branches.map((branch) => partialFit(fitOf, branch.node, value, depth + 1)));
  if (own.kind !== "object" || !isRecord(value) || depth > 4) return isBeginning(own, value) ? 0 : fitOf(own, value, 2);
  let fit = 1;
  for (const key of Object.keys(value)) {
    const child = own.fields.get(key);
    if (!child) fit -= own.extra ? 0 : 2;
    else if (!isBeginning(child, value[key])) {
      const isConst = resolveNode(child).kind === "const";
      fit += isConst ? (sameJson((resolveNode(child) as { value: unknown }).value, value[key]) ? 100 : -100) : 1;
      if (!isConst) fit += Math.max(-50, Math.min(20, partialFit(fitOf, child, value[key], depth + 1)));
    }
  }
  return fit;
}
