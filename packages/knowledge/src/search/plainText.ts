import { Lexer, type Token } from "marked";

/** What Markdown says, without its marks: headings, paragraphs, cells and code each on a line of their own. */
export function plainText(markdown: string): string {
  return new Lexer({ gfm: true })
    .lex(markdown)
    .map(blockText)
    .filter((line) => line !== "")
    .join("\n");
}

function blockText(token: Token): string {
  switch (token.type) {
    case "list":
      return each(token["items"]).map(blocksBelow).join("\n");
    case "blockquote":
      return blocksBelow(token);
    case "table":
      return [token["header"], ...each<Token[]>(token["rows"])]
        .map((row) => each(row).map(inlineText).join(" · "))
        .join("\n");
    case "code":
      return withoutFence(String(token["text"]));
    case "space":
    case "hr":
    case "def":
      return "";
    default:
      return inlineText(token);
  }
}

const blocksBelow = (token: Token): string => each(childrenOf(token)).map(blockText).filter(Boolean).join("\n");

/** What stands in a line: a picture by its caption, a link by its words. */
function inlineText(token: Token): string {
  const children = childrenOf(token);
  if (children) return children.map(inlineText).join("");
  if (token.type === "br") return " ";
  if (token.type === "html") return readable(token.raw.replace(/<!--[^]*?(?:-->|$)|<[^>]*>/g, " "));
  if ("text" in token && typeof token.text === "string") return readable(token.text);
  return token.type === "checkbox" ? "" : readable(token.raw);
}

const childrenOf = (token: Token): Token[] | undefined =>
  "tokens" in token && Array.isArray(token.tokens) && token.tokens.length > 0 ? token.tokens : undefined;

const each = <One = Token>(list: unknown): One[] => (Array.isArray(list) ? (list as One[]) : []);

/** A piece of a long block may begin or end with the fence that belongs to another piece. */
const withoutFence = (text: string) => text.replace(/^(?:`{3,}|~{3,}).*$/gm, "");

const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

const readable = (text: string) =>
  text.replace(/&(?:#(\d{1,6})|(\w{2,6}));/g, (whole, number: string | undefined, name: string | undefined) =>
    number === undefined ? (NAMED[name ?? ""] ?? whole) : String.fromCodePoint(Math.min(Number(number), 0x10ffff)),
  );
