import { sameJson } from "../../json/sameJson.ts";
import { fitOf } from "../model/branchFit.ts";
import { resolveNode, type FormNode, type UnionNode } from "../model/model.ts";
import { isRecord } from "../../json/record.ts";

/**
 * The branch that a value belongs to while it is still arriving: the beginning of a constant keeps its branch possible,
 * and absent keys count for no branch. Undefined while branches fit equally and more is coming; of equals, the branch
 * in use stays.
 */
export function partialBranch(union: UnionNode, value: unknown, inUse: number, whole: boolean): number | undefined {
  const fits = union.branches.map(({ node }) => partialFit(node, value, 0));
  const best = Math.max(...fits);
  const among = fits.flatMap((fit, index) => (fit === best ? [index] : []));
  if (among.length > 1 && !whole && isOpen(union, value)) return undefined;
  return among.includes(inUse) ? inUse : among[0];
}

/** Whether a key that is absent or incomplete may still decide between the branches. */
function isOpen(union: UnionNode, value: unknown): boolean {
  if (!isRecord(value)) return typeof value === "string";
  const keys = Object.keys(value);
  const last = keys.at(-1);
  if (last === undefined) return true;
  return union.branches.some(({ node }) => {
    const resolved = resolveNode(node);
    const field = resolved.kind === "object" ? resolved.fields.get(last) : undefined;
    return field !== undefined && isBeginning(field, value[last]);
  });
}

/** Whether a text is the beginning of a constant or an option, and not yet one. */
export function isBeginning(node: FormNode, value: unknown): boolean {
  if (typeof value !== "string") return false;
  const resolved = resolveNode(node);
  const wholes =
    resolved.kind === "const"
      ? [resolved.value]
      : resolved.kind === "leaf"
        ? resolved.options?.map((one) => one.value)
        : [];
  return (
    wholes !== undefined &&
    !wholes.includes(value) &&
    wholes.some((whole) => typeof whole === "string" && whole.startsWith(value))
  );
}

function partialFit(node: FormNode, value: unknown, depth: number): number {
  const resolved = resolveNode(node);
  if (resolved.kind === "union")
    return Math.max(...resolved.branches.map((branch) => partialFit(branch.node, value, depth + 1)));
  if (resolved.kind !== "object" || !isRecord(value) || depth > 4)
    return isBeginning(resolved, value) ? 0 : fitOf(resolved, value, 2);
  let fit = 1;
  for (const key of Object.keys(value)) {
    const child = resolved.fields.get(key);
    if (!child) fit -= resolved.extra ? 0 : 2;
    else if (!isBeginning(child, value[key])) {
      const isConst = resolveNode(child).kind === "const";
      fit += isConst ? (sameJson((resolveNode(child) as { value: unknown }).value, value[key]) ? 100 : -100) : 1;
      if (!isConst) fit += Math.max(-50, Math.min(20, partialFit(child, value[key], depth + 1)));
    }
  }
  return fit;
}
