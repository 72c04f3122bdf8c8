import { posix } from "node:path";

/** A link of Markdown to another document of its source. */
export interface Link {
  words: string;
  address: string;
}

const LINK = /(?<!!)\[([^\]\n]{0,300})\]\(\s*<?([^)\s>]{1,1000})/g;
const ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i;

/** The links in a passage that may lead to another document of its source. */
export const linksOf = (markdown: string): Link[] =>
  [...markdown.matchAll(LINK)].flatMap(([, words = "", address = ""]) =>
    ELSEWHERE.test(address) ? [] : [{ words: words.replace(/[*`_]+/g, "").trim(), address }],
  );

/** The paths that a link in a document may mean, the likeliest first; none where it leads out of the source. */
export function closestTargets(from: string, address: string): string[] {
  const bare = decoded(address.replace(/[?#].*$/, ""));
  if (bare === "") return [];
  const path = bare.startsWith("/") ? bare.slice(1) : posix.join(posix.dirname(from), bare);
  const target = posix.normalize(path).replace(/\/$/, "");
  if (target.startsWith("..") || target.includes("\0")) return [];
  return [target, `${target}.md`, posix.join(target, "README.md"), posix.join(target, "index.md")];
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
