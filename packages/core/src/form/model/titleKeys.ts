import { resolveNode, type FormNode } from "./model.ts";

/** Names of properties that name the thing which has them, the likeliest first. */
const likely = [
  /^(title|name|label|heading|subject)$/i,
  /(title|name|label)$/i,
  /^(key|slug|code|id|email|path|file|url)$/i,
];

/**
 * The properties by which people know an element of a list: of an object the likeliest of its short texts, of a union
 * that of each kind. None where only its place tells it from the others.
 */
export function titleKeys(node: FormNode | undefined): string[] {
  if (!node || (node.kind === "lazy" && !node.isResolved())) return [];
  const own = resolveNode(node);
  if (own.kind === "union") return [...new Set(own.branches.flatMap((branch) => titleKeys(branch.node)))];
  if (own.kind !== "object") return [];
  const texts = [...own.fields.keys()].filter((key) => isShortText(own.fields.get(key)!));
  return likely.flatMap((names) => texts.find((key) => names.test(key)) ?? []).slice(0, 1);
}

/** Whether a value is one line of text that may be said anywhere. */
const isShortText = (node: FormNode): boolean =>
  node.kind === "leaf" &&
  /^(text|email|url)$/.test(node.type) &&
  node.variant === undefined &&
  !node.schema["writeOnly"];
