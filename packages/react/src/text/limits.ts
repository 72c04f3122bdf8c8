/**
 * What of a text is read as Markdown. Reading costs time and elements, and some texts cost far more than their length:
 * nested quotes overflow the parser, and unmatched marks are compared with each other. What is beyond a bound is plain
 * text.
 */
const most = {
  /** Characters, blocks and marks of a whole text. */
  text: { characters: 200_000, blocks: 2_000, marks: 20_000 },
  /** Characters and marks of one block, and quotes and lists within each other at the start of a line. */
  block: { characters: 20_000, marks: 3_000, nesting: 40 },
  /** Blocks and marks that one rendering adds. */
  batch: { characters: 20_000, blocks: 100, marks: 3_000 },
} as const;

/** How deep the elements of a block may stand within each other. */
export const deepestTree = 100;

/** Code is taken as it is, so a block of nothing else costs its length alone. */
const fence = /^ {0,3}(?:`{3,}[^`\n]*|~{3,}[^\n]*)(?:\n|$)/;

/** A fenced block of code, whole or still open, that is too long for the parser. */
export function longCode(block: string): { code: string; language: string | null } | null {
  const opening = block.length > most.block.characters ? fence.exec(block)?.[0] : undefined;
  if (opening === undefined) return null;
  const code = block.slice(opening.length).replace(/\n {0,3}(?:`{3,}|~{3,})[ \t]*\s*$/, "");
  return { code, language: /^ *[`~]+[ \t]*([^\s`~]+)/.exec(opening)?.[1] ?? null };
}

/** Whether a block is better shown as plain text. */
export function isTooMuch(block: string): boolean {
  if (block.length > most.block.characters) return !fence.test(block);
  return marksIn(block) > most.block.marks || nestingOf(block) > most.block.nesting;
}

/** How many of a text's blocks are read as Markdown. A growing text keeps those that it had. */
export function readableBlocks(blocks: readonly string[]): number {
  return countWithin(blocks, 0, most.text);
}

/** How many of the readable blocks are drawn after another rendering, when `drawn` of them are. */
export function nextBatch(blocks: readonly string[], drawn: number): number {
  return drawn + Math.max(1, countWithin(blocks, drawn, most.batch));
}

/** The start of a text that is worth splitting into blocks: it ends between two of them where it can. */
export function readableLength(text: string): number {
  const { characters } = most.text;
  if (text.length <= characters) return text.length;
  const blank = text.lastIndexOf("\n\n", characters);
  return blank > characters / 2 ? blank + 2 : characters;
}

function countWithin(
  blocks: readonly string[],
  from: number,
  bounds: { characters: number; blocks: number; marks: number },
): number {
  let characters = 0;
  let marks = 0;
  let count = 0;
  for (let index = from; index < blocks.length && count < bounds.blocks; index++) {
    const block = blocks[index]!;
    // A block that is not parsed costs its length alone.
    if (!isTooMuch(block)) marks += marksIn(block);
    characters += block.length;
    if (characters > bounds.characters || marks > bounds.marks) break;
    count++;
  }
  return count;
}

/** The characters that the parser has to look for a partner of. HTML costs it the most. */
function marksIn(block: string): number {
  if (fence.test(block)) return 0;
  let marks = 0;
  for (let index = 0; index < block.length; index++) {
    const code = block.charCodeAt(index);
    if (code === 60) marks += 6;
    // * _ ` ~ [ ] @ and the colon of an address
    else if (code === 42 || code === 95 || code === 96 || code === 126 || code === 91 || code === 93 || code === 64) {
      marks++;
    } else if (code === 58 && block.charCodeAt(index + 1) === 47) marks++;
  }
  return marks;
}

const containers = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))+/gm;

function nestingOf(block: string): number {
  let deepest = 0;
  for (const [run] of block.matchAll(containers)) deepest = Math.max(deepest, run.replace(/[\s\d]/g, "").length);
  return deepest;
}
