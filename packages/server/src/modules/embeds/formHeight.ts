import type { RegisteredTool } from "@callboard/core";
import { compileForm, resolveNode, type FieldGroup, type FormNode } from "@callboard/core/form";

/** A line of small text, a control with its label, and what stands between two of them, in CSS pixels. */
const LINE = 20;
const FIELD = 62;
const GAP = 16;
/** Letters on a line of help, as wide as pages usually are. */
const LETTERS = 90;
/** The tool's name above, the buttons below, and the room around. */
const AROUND = 40 + 60 + 8;
/** Deeper values begin closed, or are not there yet. */
const DEEPEST = 4;

/** About how tall a tool's form is for customers, in CSS pixels, in a column of 600: what a page keeps free until it is there. */
export function formHeight(tool: Pick<RegisteredTool, "inputJsonSchema" | "formSpec">): number {
  try {
    const root = resolveNode(compileForm(tool.inputJsonSchema, tool.formSpec).root);
    const groups = root.kind === "object" ? root.groups : undefined;
    return Math.round(AROUND + (groups ? groupsHeight(groups, 1) : nodeHeight(root, 1)));
  } catch {
    // What cannot be compiled is asked for as JSON.
    return AROUND + FIELD * 3;
  }
}

function groupsHeight(groups: readonly FieldGroup[], depth: number): number {
  const heights = groups.flatMap((group) => {
    const { title, help, fields, columns, audience, visible } = group;
    const nodes = fields.map(({ node }) => node).filter((node) => isShown(node));
    if (audience === "internal" || visible || nodes.length === 0) return [];
    return [headHeight(title, help) + rowsHeight(nodes, columns, depth)];
  });
  return heights.reduce((sum, height) => sum + height + GAP, 0) - (heights.length > 0 ? GAP : 0);
}

const isShown = ({ audience, visible, kind }: FormNode): boolean =>
  audience !== "internal" && visible === undefined && kind !== "const";

const headHeight = (title: string | undefined, help: string | undefined): number =>
  (title === undefined ? 0 : LINE + 12) + helpHeight(help);

const helpHeight = (help: string | undefined): number => (help ? Math.ceil(help.length / LETTERS) * LINE + 4 : 0);

/** Fields in their rows: as many abreast as the group asks for, two where both are short and it does not ask. */
function rowsHeight(nodes: readonly FormNode[], columns: number | undefined, depth: number): number {
  let height = 0;
  for (let index = 0; index < nodes.length;) {
    let abreast = 1;
    const fits = (node: FormNode | undefined) =>
      node !== undefined && (columns ? node.kind === "leaf" : isShort(node)) && !isWide(node);
    const most = columns === undefined ? 2 : Math.min(columns, 2);
    while (abreast < most && fits(nodes[index]) && fits(nodes[index + abreast])) abreast++;
    const row = nodes.slice(index, index + abreast);
    height += Math.max(...row.map((node) => nodeHeight(node, depth))) + GAP;
    index += abreast;
  }
  return height - (nodes.length > 0 ? GAP : 0);
}

const SHORT: ReadonlySet<string> = new Set(["number", "date", "phone", "boolean", "enum"]);
const isShort = (node: FormNode): boolean => node.kind === "leaf" && SHORT.has(node.type);

const isWide = (node: FormNode): boolean => node.kind === "leaf" && node.type === "array";

function nodeHeight(asked: FormNode, depth: number): number {
  if (depth > DEEPEST) return FIELD;
  const node = resolveNode(asked);
  const help = helpHeight(node.help);
  switch (node.kind) {
    case "leaf":
      return help + leafHeight(node);
    case "object":
      return LINE + 12 + help + groupsHeight(node.groups, depth + 1);
    case "array": {
      const item = node.item ? nodeHeight(node.item, depth + 1) + GAP : 0;
      const rows = Math.min(Math.max(node.minItems, node.required ? 1 : 0), 5);
      return LINE + help + rows * item + GAP + 44;
    }
    case "union":
      return FIELD + help + (node.branches[0] ? GAP + nodeHeight(node.branches[0].node, depth + 1) : 0);
    case "const":
      return 0;
    default:
      return FIELD * 2 + help;
  }
}

function leafHeight({ type, variant, options }: Extract<FormNode, { kind: "leaf" }>): number {
  const choices = options?.length ?? 0;
  if (type === "boolean") return 32;
  if (variant === "multiline" || variant === "markdown") return FIELD + 60;
  if (variant === "radio" || variant === "cards" || variant === "checkboxes") return LINE + choices * 36;
  return FIELD;
}
