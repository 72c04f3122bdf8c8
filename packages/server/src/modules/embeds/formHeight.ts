import type { RegisteredTool } from "@callboard/core";
import { compileForm, resolveNode, type FieldGroup, type FormNode } from "@callboard/core/form";

/** A line of small text, a control with its label, and what stands between two of them, in CSS pixels. */
const LINE = 20;
const FIELD = 62;
const GAP = 16;
/** About how wide a letter of help is, in CSS pixels. */
const LETTER = 7;
/** The tool's name above, the buttons below, the room around, and a line of help more than was counted. */
const AROUND = 40 + 60 + 8 + 24;
/** Deeper values begin closed, or are not there yet. */
const DEEPEST = 4;
/** From this width on fields stand abreast, in CSS pixels: that of the form's own style. */
const ABREAST = 416;
/** The widths that a form is measured for: a column of text, and a phone. */
const WIDTHS = { column: 600, phone: 340 };

/**
 * About how tall a tool's form is for customers, in CSS pixels: what a page keeps free until it is there. Rather a line
 * more, for a form that is taller than its room would move what stands below it.
 */
export function formHeight(
  tool: Pick<RegisteredTool, "inputJsonSchema" | "formSpec">,
  place: keyof typeof WIDTHS = "column",
): number {
  const width = WIDTHS[place];
  try {
    const root = resolveNode(compileForm(tool.inputJsonSchema, tool.formSpec).root);
    const groups = root.kind === "object" ? root.groups : undefined;
    return Math.round(AROUND + (groups ? groupsHeight(groups, 1, width) : nodeHeight(root, 1, width)));
  } catch {
    // What cannot be compiled is asked for as JSON.
    return AROUND + FIELD * 3;
  }
}

function groupsHeight(groups: readonly FieldGroup[], depth: number, width: number): number {
  const heights = groups.flatMap((group) => {
    const { title, help, fields, columns, audience, visible } = group;
    const nodes = fields.map(({ node }) => node).filter((node) => isShown(node));
    if (audience === "internal" || visible || nodes.length === 0) return [];
    return [headHeight(title, help, width) + rowsHeight(nodes, columns, depth, width)];
  });
  return heights.reduce((sum, height) => sum + height + GAP, 0) - (heights.length > 0 ? GAP : 0);
}

const isShown = ({ audience, visible, kind }: FormNode): boolean =>
  audience !== "internal" && visible === undefined && kind !== "const";

const headHeight = (title: string | undefined, help: string | undefined, width: number): number =>
  (title === undefined ? 0 : LINE + 12) + helpHeight(help, width);

const helpHeight = (help: string | undefined, width: number): number =>
  help ? Math.ceil((help.length * LETTER) / width) * LINE + 4 : 0;

/** Fields in their rows: as many abreast as the group asks for, two where both are short and it does not ask. */
function rowsHeight(nodes: readonly FormNode[], columns: number | undefined, depth: number, width: number): number {
  let height = 0;
  for (let index = 0; index < nodes.length;) {
    let abreast = 1;
    const fits = (node: FormNode | undefined) =>
      node !== undefined && (columns ? node.kind === "leaf" : isShort(node)) && !isWide(node);
    const most = width < ABREAST ? 1 : columns === undefined ? 2 : Math.min(columns, 2);
    while (abreast < most && fits(nodes[index]) && fits(nodes[index + abreast])) abreast++;
    const row = nodes.slice(index, index + abreast);
    height += Math.max(...row.map((node) => nodeHeight(node, depth, (width - GAP * (abreast - 1)) / abreast))) + GAP;
    index += abreast;
  }
  return height - (nodes.length > 0 ? GAP : 0);
}

const SHORT: ReadonlySet<string> = new Set(["number", "date", "phone", "boolean", "enum"]);
const isShort = (node: FormNode): boolean => node.kind === "leaf" && SHORT.has(node.type);

const isWide = (node: FormNode): boolean => node.kind === "leaf" && node.type === "array";

function nodeHeight(asked: FormNode, depth: number, width: number): number {
  if (depth > DEEPEST) return FIELD;
  const node = resolveNode(asked);
  const help = helpHeight(node.help, width);
  switch (node.kind) {
    case "leaf":
      return help + leafHeight(node);
    case "object":
      return LINE + 12 + help + groupsHeight(node.groups, depth + 1, width);
    case "array": {
      const item = node.item ? nodeHeight(node.item, depth + 1, width) + GAP : 0;
      const rows = Math.min(Math.max(node.minItems, node.required ? 1 : 0), 5);
      return LINE + help + rows * item + GAP + 44;
    }
    case "union":
      return FIELD + help + (node.branches[0] ? GAP + nodeHeight(node.branches[0].node, depth + 1, width) : 0);
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
