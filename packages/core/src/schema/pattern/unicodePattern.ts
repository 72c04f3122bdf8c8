const allowedEscape = /[\^$\\.*+?()[\]{}|/dDwWsSbBtnvfrcxukpP0-9]/;

/**
 * A `pattern` as the engines need it: JSON Schema means ECMA 262 with the `u` flag, real schemas are often written for
 * the laxer dialect (`[\w-\.]`, `\_`). The same language, escaped as `u` asks; undefined when it is no pattern at all.
 */
export function unicodePattern(source: string): string | undefined {
  if (compiles(source, "u")) return source;
  if (!compiles(source, "")) return undefined;
  let result = "";
  let inClass = false;
  for (let at = 0; at < source.length; at++) {
    const char = source[at]!;
    if (char === "\\") {
      const next = source[++at] ?? "";
      result += allowedEscape.test(next) || (inClass && next === "-") ? `\\${next}` : next;
    } else if (inClass) {
      if (char === "]") inClass = false;
      // A dash beside `\w` or the like cannot be a range.
      const besideSet = /\\[dDwWsS]$/.test(result) || /^\\[dDwWsS]/.test(source.slice(at + 1));
      result += char === "-" && besideSet ? "\\-" : char;
    } else {
      if (char === "[") inClass = true;
      const quantifier = char === "{" ? /^\{\d+(,\d*)?\}/.exec(source.slice(at))?.[0] : undefined;
      if (quantifier) {
        result += quantifier;
        at += quantifier.length - 1;
      } else result += char === "{" || char === "}" || char === "]" ? `\\${char}` : char;
    }
  }
  return compiles(result, "u") ? result : undefined;
}

function compiles(source: string, flags: string): boolean {
  try {
    new RegExp(source, flags);
    return true;
  } catch {
    return false;
  }
}
