import { createHash } from "node:crypto";
import { partId } from "./partId.ts";
import type { Block, Picture } from "./document.ts";

/** A section with all that stands below it. */
export interface Section {
  id: string;
  parentId: string;
  title: string;
  depth: number;
  position: number;
  /** The position of its first chunk. */
  first: number;
  chunks: number;
  characters: number;
}

export interface Chunk {
  id: string;
  sectionId: string;
  position: number;
  /** Where it begins in the document's text. */
  start: number;
  text: string;
  picture?: Picture;
}

/** A document's text, its sections and its chunks, in reading order. */
export interface Layout {
  text: string;
  sections: Section[];
  chunks: Chunk[];
}

/** A chunk grows up to the first, and is never longer than the second, in characters. */
const USUAL = 1_600;
const LONGEST = 2_400;

/**
 * Takes a document apart: each heading opens a section, and the chunks of a section are whole blocks where they fit.
 * What stands `before` them is in the text alone.
 */
export function layOut(documentId: string, title: string, blocks: readonly Block[], before = ""): Layout {
  const sections: Section[] = [];
  const chunks: Chunk[] = [];
  const seen = new Map<string, number>();
  /** The open sections, the outermost first. */
  const open: Section[] = [];
  let start = before.length;
  let held = "";
  let heldAt = 0;
  /** A heading never stands alone where something follows it. */
  let isHeading = false;

  const nth = (key: string) => {
    const count = seen.get(key) ?? 0;
    seen.set(key, count + 1);
    return String(count);
  };
  const section = (name: string, depth: number) => {
    while (open.length > 0 && (open.at(-1)?.depth ?? 0) >= depth) open.pop();
    const parentId = open.at(-1)?.id ?? documentId;
    const key = [...open.map((each) => each.title), name].join("\n");
    const made: Section = {
      id: partId("section", documentId, key, nth(`s${key}`)),
      parentId,
      title: name,
      depth,
      position: sections.length,
      first: chunks.length,
      chunks: 0,
      characters: 0,
    };
    sections.push(made);
    open.push(made);
  };
  const add = (text: string, at: number, picture?: Picture) => {
    const current = open.at(-1);
    if (!current || (text.trim() === "" && !picture)) return;
    const hash = createHash("sha256").update(text).digest("hex");
    chunks.push({
      id: partId("chunk", documentId, hash, nth(`c${hash}`)),
      sectionId: current.id,
      position: chunks.length,
      start: at,
      text,
      ...(picture && { picture }),
    });
    for (const each of open) {
      each.chunks++;
      each.characters += text.length;
    }
  };
  const flush = () => {
    if (held !== "") for (const [piece, offset] of pieces(held)) add(piece, heldAt + offset);
    held = "";
  };

  for (const block of blocks) {
    if (block.heading) {
      flush();
      section(block.heading.title, block.heading.depth);
    } else if (open.length === 0) section(title, 1);
    if (block.picture) {
      flush();
      add(block.text, start, block.picture);
    } else {
      if (held !== "" && !isHeading && held.length + block.text.length > USUAL) flush();
      if (held === "") heldAt = start;
      held += block.text;
      isHeading = block.heading !== undefined;
    }
    start += block.text.length;
  }
  flush();
  return { text: before + blocks.map(({ text }) => text).join(""), sections, chunks };
}

/**
 * A text in pieces that are not too long: at an empty line, a line's end, a sentence's end or a space, the first that
 * is there.
 */
function* pieces(text: string): Generator<[piece: string, offset: number]> {
  let offset = 0;
  while (text.length - offset > LONGEST) {
    const reach = text.slice(offset, offset + USUAL);
    const sentence = Math.max(...[". ", "! ", "? ", "。", "！", "？"].map((end) => endOf(reach, end)));
    const cut = [endOf(reach, "\n\n"), endOf(reach, "\n"), sentence, endOf(reach, " ")].find((end) => end > USUAL / 3);
    const end = offset + (cut ?? wholeCharacters(reach));
    yield [text.slice(offset, end), offset];
    offset = end;
  }
  if (offset < text.length) yield [text.slice(offset), offset];
}

/** Where the last of these ends; 0 where there is none. */
const endOf = (text: string, mark: string) => text.lastIndexOf(mark) + (text.includes(mark) ? mark.length : 1);

/** Never between the halves of a character. */
const wholeCharacters = (text: string) => (/[\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length);
