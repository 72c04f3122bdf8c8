/** Splits growing text into blocks that stay as they are once another has begun, so that only the last is read again. */
export type BlockSplitter = (text: string) => readonly string[];

const fenceLine = /^ {0,3}(`{3,}(?!.*`)|~{3,})/;
const fenceInList = /^\s*(`{3,}(?!.*`)|~{3,})/;
const listLine = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;

/**
 * The Markdown blocks of a text, cut at blank lines and around fenced code; a list with what belongs to it is one block. Together they are the
 * text, character for character.
 */
export function splitBlocks(text: string): string[] {
  // A footnote's text is dropped where nothing in the same block refers to it.
  if (/^ {0,3}\[\^[^\]\n]+\]:/m.test(text)) return text === "" ? [] : [text];
  const blocks: string[] = [];
  let start = 0;
  let blank = false;
  let fence: string | null = null;
  let list = false;
  let alone = false;
  for (let at = 0; at < text.length;) {
    const newline = text.indexOf("\n", at);
    const end = newline < 0 ? text.length : newline + 1;
    const line = text.slice(at, end);
    const mark = (list ? fenceInList : fenceLine).exec(line)?.[1];
    const cut = () => {
      if (at > start) blocks.push(text.slice(start, at));
      start = at;
      list = listLine.test(line);
    };
    if (fence !== null) {
      if (mark?.startsWith(fence) && line.trim() === mark) {
        fence = null;
        blank = alone;
      }
    } else if (line.trim() === "") {
      blank = true;
    } else {
      const belongs = /^(?: {2}|\t)/.test(line) || (list && listLine.test(line));
      if (at === 0) list = listLine.test(line);
      if (mark !== undefined) {
        fence = mark;
        alone = !(list && belongs);
        if (alone) cut();
      } else if (blank && !belongs) cut();
      blank = false;
    }
    at = end;
  }
  if (start < text.length) blocks.push(text.slice(start));
  return blocks;
}

/** Makes a splitter for one text that grows: each time it reads from the block before the last on. */
export function createBlockSplitter(): BlockSplitter {
  let known = "";
  let blocks: readonly string[] = [];
  return (text) => {
    if (text === known) return blocks;
    const footnoted = text.includes("[^");
    const kept = !footnoted && blocks.length > 2 && text.startsWith(known) ? blocks.slice(0, -2) : [];
    const from = kept.reduce((length, block) => length + block.length, 0);
    blocks = [...kept, ...splitBlocks(text.slice(from))];
    known = text;
    return blocks;
  };
}

/** The link definitions of a text (`[name]: address`), for the blocks that refer to them. */
export function definitionsOf(text: string): string {
  if (!text.includes("]:")) return "";
  return (text.match(/^ {0,3}\[[^\]^\n][^\]\n]*\]:[ \t]*\S+.*$/gm) ?? []).join("\n");
}

/** True where no character of a block means anything to Markdown, so that it is one paragraph as it stands. */
export function isPlain(block: string): boolean {
  return !/[\\`*_~[\]<>#|&\t@]|:\/\/|www\.| {2}\n|^ {4}|^\s*(?:[-+=]|\d{1,9}[.)])/im.test(block);
}
