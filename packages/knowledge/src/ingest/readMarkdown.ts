import { Lexer, type Token } from "marked";
import type { Block, ReadDocument } from "../layout/document.ts";
import { pictureType } from "./pictureType.ts";

const FRONT_MATTER = /^---\n[^]*?\n---\n+/;

/** The blocks of Markdown, with its headings; the text stays as it was written. */
export function readMarkdown(source: string): ReadDocument {
  const text = source.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const matter = FRONT_MATTER.exec(text)?.[0] ?? "";
  // Blocks alone: what stands inside of them is not taken apart, which is most of the work.
  const tokens = new Lexer({ gfm: true }).blockTokens(text.slice(matter.length));
  const blocks: Block[] = [];
  let before = matter;
  let title = titleOfMatter(matter);
  for (const token of tokens) {
    const heading = headingOf(token);
    if (heading) {
      if (heading.title === "") heading.title = "–";
      title ??= heading.depth <= 3 && heading.title !== "–" ? heading.title : undefined;
      blocks.push({ text: token.raw, heading });
    } else if (token.type === "space" && blocks.length > 0) {
      const last = blocks[blocks.length - 1];
      if (last) last.text += token.raw;
    } else if (token.type === "space") before += token.raw;
    else blocks.push({ text: token.raw });
  }
  return { title, before, blocks };
}

function headingOf(token: Token): { depth: number; title: string } | undefined {
  if (token.type === "heading") return { depth: Number(token["depth"]), title: plainWords(String(token["text"])) };
  if (token.type !== "html") return undefined;
  const [, depth, inner] = /^\s*(?:<(?:div|p|center)[^>]*>\s*)?<h([1-6])[^>]*>([^]*?)<\/h\1>/i.exec(token.raw) ?? [];
  const title = plainWords(inner ?? "");
  return depth === undefined || title === "" ? undefined : { depth: Number(depth), title };
}

function titleOfMatter(matter: string): string | undefined {
  const [, said] = /^title:\s*["']?(.+?)["']?\s*$/m.exec(matter) ?? [];
  return said;
}

/** Words without the marks of Markdown and HTML. */
function plainWords(markdown: string): string {
  return markdown
    .replace(/<[^>]*>/g, "")
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, "$1")
    .replace(/[*`~]+|(?<!\w)_+|_+(?!\w)/g, "")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 300);
}

/** Larger pictures are left where they are. */
const LARGEST_PICTURE = 2_000_000;
const ALONE = /^\s*!\[([^\]]*)\]\(\s*<?([^)\s>]+)>?(?:\s+["'(][^)]*)?\)\s*$/;

/** Gives paragraphs that are a picture of the same source that picture; those of other addresses stay text. */
export async function withPictures(
  document: ReadDocument,
  readBeside: (address: string) => Promise<Uint8Array | undefined>,
): Promise<ReadDocument> {
  const blocks: Block[] = [];
  for (const block of document.blocks) {
    const [, caption = "", address = ""] = ALONE.exec(block.text) ?? [];
    const isOwn = address !== "" && !/^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(address);
    const bytes = isOwn ? await readBeside(decodeAddress(address)) : undefined;
    const mediaType = bytes && bytes.byteLength <= LARGEST_PICTURE ? pictureType(bytes) : undefined;
    const picture = bytes && mediaType ? { mediaType, bytes, caption: caption || address } : undefined;
    blocks.push(picture ? { ...block, picture } : block);
  }
  return { ...document, blocks };
}

function decodeAddress(address: string): string {
  try {
    return decodeURIComponent(address.replace(/[?#].*$/, ""));
  } catch {
    return address;
  }
}
