import { resolveNode, type FormField, type FormNode, type LeafNode } from "./model.ts";

/** More columns than these are chosen by a spec alone: each is too narrow to be read. */
const mostColumns = 4;
/** The longest choice, in letters, that a cell shows whole. */
const longestChoice = 24;

/** The variants that fit a cell, by storage type; the type's own fits too. */
const narrow: Partial<Record<LeafNode["type"], readonly string[]>> = {
  text: ["line"],
  email: ["line"],
  url: ["line"],
  number: ["plain", "currency", "percent"],
  boolean: ["checkbox", "switch"],
  date: ["date", "time"],
  enum: ["select"],
};

/** Whether one short control asks for a value, whatever the value is. */
function isShort(node: FormNode): node is LeafNode {
  if (node.kind !== "leaf" || node.requiredWhen || node.visible || node.audience) return false;
  const { type, variant, options = [] } = node;
  const fitting = narrow[type];
  if (!fitting || (variant !== undefined && !fitting.includes(variant))) return false;
  return options.every(({ label, description }) => label.length <= longestChoice && description === undefined);
}

/**
 * The columns of a list as a table: the fields of flat elements, each asked for by one short control. Undefined where
 * it is no table: unless `isAsked`, where it has more than a few columns too.
 */
export function tableColumns(item: FormNode | undefined, isAsked: boolean): FormField[] | undefined {
  if (!item || item.kind === "lazy") return undefined;
  const own = resolveNode(item);
  if (own.kind !== "object" || own.nullable || own.extra || own.conditional) return undefined;
  const columns = own.groups.flatMap((group) => group.fields);
  if (columns.length === 0 || (columns.length > mostColumns && !isAsked)) return undefined;
  return columns.every(({ node }) => isShort(node)) ? columns : undefined;
}
