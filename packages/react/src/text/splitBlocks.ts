/**
 * Splits growing text into blocks. A block does not change once another has begun, so only the last is parsed again.
 */
export type BlockSplitter = (text: string) => readonly string[];

const fenceLine = /^ {0,3}(`{3,}(?!.*`)|~{3,})/;
const fenceInList = /^\s*(`{3,}(?!.*`)|~{3,})/;
const listLine = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;

const footnote = /^ {0,3}\[\^[^\]\n]+\]:/m;
/** A longer text with footnotes is cut into blocks like any other, and its notes stand where they are written. */
const longestFootnoted = 20_000;

/**
 * The Markdown blocks of a text, cut at blank lines and around fenced code; a list with what belongs to it is one
 * block. Together they are the text, character for character.
 */
export function splitBlocks(text: string): string[] {
  // The parser drops a footnote's text where nothing in the same block refers to it.
  if (text.length <= longestFootnoted && footnote.test(text)) return [text];
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

/** Makes a splitter for one growing text; each call parses only from the block before the last. */
export function createBlockSplitter(): BlockSplitter {
  let lastText = "";
  let blocks: readonly string[] = [];
  return (text) => {
    if (text === lastText) return blocks;
    const footnoted = text.length <= longestFootnoted && text.includes("[^");
    const kept = !footnoted && blocks.length > 2 && text.startsWith(lastText) ? blocks.slice(0, -2) : [];
    const from = kept.reduce((length, block) => length + block.length, 0);
    blocks = [...kept, ...splitBlocks(text.slice(from))];
    lastText = text;
    return blocks;
  };
}

/** A definition goes to every block that refers to it. */
const longestDefinition = 2_000;

/** The link definitions of a text (`[name]: address`), by name. */
export function definitionsOf(text: string): ReadonlyMap<string, string> {
  const definitions = new Map<string, string>();
  if (!text.includes("]:")) return definitions;
  for (const [line, label] of text.matchAll(/^ {0,3}\[([^\]^\n][^\]\n]*)\]:[ \t]*\S+.*$/gm)) {
    if (line.length > longestDefinition) continue;
    const name = nameOf(label!);
    if (!definitions.has(name)) definitions.set(name, line);
  }
  return definitions;
}

/** The definitions that a block refers to, as Markdown. */
export function definitionsFor(block: string, definitions: ReadonlyMap<string, string>): string {
  if (definitions.size === 0 || !block.includes("[")) return "";
  const found = new Set<string>();
  for (const [, label] of block.matchAll(/\[([^[\]]+)(?=\])/g)) {
    const line = definitions.get(nameOf(label!));
    if (line !== undefined) found.add(line);
  }
  return [...found].join("\n");
}

/** References are found whatever the case and the spaces of their name. */
const nameOf = (label: string) => label.trim().replace(/\s+/g, " ").toLowerCase();

/** True where a block is one plain paragraph: it has no Markdown syntax, or is a footnote that stands alone. */
export function isPlain(block: string): boolean {
  if (/^\[\^[^\]\n]+\]:/.test(block) && block.lastIndexOf("[^") === 0) return true;
  return !/[\\`*_~[\]<>#|&\t@]|:\/\/|www\.| {2}\n|^ {4}|^\s*(?:[-+=]|\d{1,9}[.)])/im.test(block);
}
