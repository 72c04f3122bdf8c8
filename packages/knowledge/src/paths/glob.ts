import { RE2JS } from "re2js";

/**
 * Whether paths match a glob: `*` and `?` within a folder, `**` across folders, `[a-z]`, `[!a]`, `{one,other}`, and `\`
 * before a character that stands for itself; case does not matter. A glob without a slash is about the file's name. A
 * bracket or brace that is not closed is a character. It takes time linear in the path, whatever the glob: the engine
 * does not backtrack.
 */
export function globMatcher(glob: string): (path: string) => boolean {
  const pattern = RE2JS.compile(toPattern(glob), RE2JS.CASE_INSENSITIVE | RE2JS.DOTALL);
  const isName = !glob.includes("/");
  return (path) => pattern.testExact(isName ? path.slice(path.lastIndexOf("/") + 1) : path);
}

function toPattern(glob: string): string {
  let pattern = "";
  /** The braces that are open: whether each lists alternatives, or has no comma and stands for itself. */
  const braces: boolean[] = [];
  for (let at = 0; at < glob.length; at++) {
    const char = glob[at]!;
    const rest = glob.slice(at);
    const folders = /^\*\*+(?:\/(?:\*\*+\/)*)?/.exec(rest)?.[0];
    const isFolderStart = at === 0 || glob[at - 1] === "/";
    const set = setAt(rest);
    if (folders?.endsWith("/") && isFolderStart) {
      pattern += "(?:.*/)?";
      at += folders.length - 1;
    } else if (folders === rest && isFolderStart) {
      // `a/**` is the folder's files, and a file that has its name.
      pattern = pattern.endsWith("/") ? `${pattern.slice(0, -1)}(?:/.*)?` : `${pattern}.*`;
      break;
    } else if (char === "*") {
      pattern += "[^/]*";
      while (glob[at + 1] === "*") at++;
    } else if (char === "?") pattern += "[^/]";
    else if (set) {
      pattern += setPattern(set[2]!, set[1] !== "");
      at += set[0].length - 1;
    } else if (char === "{" && closing(rest)) {
      const lists = closing(rest) === "alternatives";
      braces.push(lists);
      pattern += lists ? "(?:" : "\\{";
    } else if (char === "}" && braces.length > 0) pattern += braces.pop() ? ")" : "\\}";
    else if (char === "," && braces.at(-1)) pattern += "|";
    else if (char === "\\" && at + 1 < glob.length) pattern += RE2JS.quote(glob[++at]!);
    else pattern += RE2JS.quote(char);
  }
  return pattern;
}

function setPattern(members: string, isNegated: boolean): string {
  const ranges = [...members.matchAll(/(.)-(.)|(.)/gsu)].map(([range, from, to]) => {
    if (from === undefined || to === undefined) return setCharacter(range);
    // A range that runs backwards is its three characters.
    return from <= to ? `${setCharacter(from)}-${setCharacter(to)}` : [...range].map(setCharacter).join("");
  });
  return `[${isNegated ? "^/" : ""}${ranges.join("")}]`;
}

/** One member of a set, as no sign of the engine's own syntax. */
function setCharacter(char: string): string {
  return /\w/.test(char) || char > "~" ? char : `\\${char}`;
}

/**
 * The bracket that a text begins with: whether it is negated, and its members. A bracket that is not closed is none.
 */
function setAt(text: string): RegExpExecArray | null {
  return /^\[([!^]?)(\][^\]/]*|[^\]/]+)\]/.exec(text);
}

/** What the brace that a text begins with holds, if it is closed: alternatives, where a comma stands between them. */
function closing(text: string): "alternatives" | "text" | undefined {
  let depth = 0;
  let hasComma = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === "\\") at++;
    else if (char === "[") at += (setAt(text.slice(at))?.[0].length ?? 1) - 1;
    else if (char === "{") depth++;
    else if (char === "," && depth === 1) hasComma = true;
    else if (char === "}" && --depth === 0) return hasComma ? "alternatives" : "text";
  }
  return undefined;
}
