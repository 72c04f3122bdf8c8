import { childAt, childrenOf, resolveNode, type FormModel, type FormNode } from "./model.ts";
import { defineOwn } from "../../json/defineOwn.ts";
import { isRecord } from "../../json/record.ts";
import { namesSecret, saysSecret } from "../../schema/secretSchema.ts";

const maxDepth = 64;

/** Whether a form asks for anything secret. */
export function hasSecrets(model: FormModel): boolean {
  const search = (node: FormNode, depth: number): boolean => {
    // A node that is not compiled yet still has its schema.
    if (node.kind === "lazy" || depth > maxDepth) return false;
    if (isSecret(node)) return true;
    return childrenOf(node).some((child) => search(child, depth + 1));
  };
  return namesSecret(model.schema) || search(model.root, 0);
}

/** Whether all of what stands at a node is kept from storage, logs and copies. */
export function isSecret(node: FormNode, depth = 0): boolean {
  const resolved = resolveNode(node);
  if (resolved.kind === "union" && depth < 8 && resolved.branches.some((branch) => isSecret(branch.node, depth + 1)))
    return true;
  return [node, resolved].some(
    ({ schema, variant, kind }) =>
      variant === "password" ||
      // A control's value is secret as soon as a part of it is.
      (kind === "leaf" || kind === "json" ? namesSecret(schema) : isRecord(schema) && saysSecret(schema)),
  );
}

/** A value without its secrets; the same object where it has none. In a union, the secrets of every branch count. */
export function withoutSecrets(node: FormNode | undefined, value: unknown, depth = 0): unknown {
  if (!node || value === undefined || value === null) return value;
  if (depth > maxDepth || isSecret(node)) return undefined;
  const resolved = resolveNode(node);
  if (resolved.kind === "union")
    return resolved.branches.reduce<unknown>((rest, branch) => withoutSecrets(branch.node, rest, depth + 1), value);
  if (resolved.kind === "array" && Array.isArray(value)) {
    const next = value.map((part, index) => withoutSecrets(childAt(resolved, index), part, depth + 1));
    return next.every((part, index) => Object.is(part, value[index])) ? value : next;
  }
  if ((resolved.kind !== "object" && resolved.kind !== "map") || !isRecord(value)) return value;
  const next: Record<string, unknown> = {};
  let isSame = true;
  for (const [key, part] of Object.entries(value)) {
    const kept = withoutSecrets(childAt(resolved, key), part, depth + 1);
    isSame &&= Object.is(kept, part);
    if (kept !== undefined) defineOwn(next, key, kept);
  }
  return isSame ? value : next;
}
