import type { Block } from "@callboard/core/view";

/** What a brief view of an output leaves out. */
export type LeftOut = "nothing" | "table" | "more";

export interface BriefBlocks {
  blocks: readonly Block[];
  left: LeftOut;
  /** It is one value, which has room on one line. */
  isOneLine: boolean;
  /** It is used and not only read, so that no part of it may be out of reach. */
  isUsed: boolean;
}

/** The blocks that are seen at a glance, and those that are read row by row: these are shown where nothing else is. */
const PICTURES: readonly Block["type"][] = ["chart", "radar", "image", "surface", "custom", "ranking"];
const ROWS: readonly Block["type"][] = ["table", "list"];

/** What a reader is not to miss. */
const ALWAYS: readonly Block["type"][] = ["error", "callout"];

/** An interface, and an error with its next steps. */
const USED: readonly Block["type"][] = ["surface", "error"];

/** A longer text has no room beside a heading, in characters. */
const LONGEST_LINE = 80;

/**
 * The words that come first and at most one picture, in the order in which they stand; errors and callouts are always
 * among them.
 */
export function briefBlocks(blocks: readonly Block[]): BriefBlocks {
  const picture = blocks.find(({ type }) => PICTURES.includes(type));
  const words = blocks.find(({ type }) => ![...PICTURES, ...ROWS, "callout", "rest"].includes(type));
  const rows = picture || words ? undefined : blocks.find(({ type }) => !ALWAYS.includes(type));
  const shown = blocks.filter(
    (block) => block === picture || block === words || block === rows || ALWAYS.includes(block.type),
  );
  const hidden = blocks.filter((block) => !shown.includes(block));
  // What a spec did not name is folded in the whole, too: it names no button.
  const named = hidden.filter(({ type }) => type !== "rest");
  return {
    blocks: shown,
    left: hidden.length === 0 ? "nothing" : named.length === 1 && named[0]!.type === "table" ? "table" : "more",
    isUsed: shown.some(({ type }) => USED.includes(type)),
    isOneLine: blocks.length === 1 && isOneLine(blocks[0]!),
  };
}

function isOneLine(block: Block): boolean {
  if (block.type === "text") return block.form === "plain" && isShort(block.text);
  if (block.type !== "summary" || block.items.length !== 1 || block.more?.length) return false;
  const { value } = block.items[0]!;
  return typeof value === "string" ? isShort(value) : typeof value !== "object" || value === null;
}

const isShort = (text: string) => text.length <= LONGEST_LINE && !text.includes("\n");
