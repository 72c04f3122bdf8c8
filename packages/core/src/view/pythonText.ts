const longest = 200_000;

const token =
  /\s+|[[\]{}():,]|(?:True|False|None|nan)\b|-?\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|[bru]?(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")/y;
const words: Readonly<Record<string, string>> = { True: "true", False: "false", None: "null", nan: '"nan"' };
const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "\n": "" };

/** The JSON of a list or record as Python prints it (`{'a': None}`, tuples too); null for anything else. */
export function jsonOfPython(text: string): string | null {
  if (text.length > longest || !/'|\b(?:True|False|None)\b/.test(text)) return null;
  let json = "";
  for (token.lastIndex = 0; token.lastIndex < text.length;) {
    const [found] = token.exec(text) ?? [];
    if (found === undefined) return null;
    if (/^\s/.test(found)) continue;
    if (/^[bru]?['"]/.test(found)) json += JSON.stringify(textOf(found));
    else if (found === "(") json += "[";
    else if (/^[\])}]$/.test(found)) json = `${json.replace(/,$/, "")}${found === ")" ? "]" : found}`;
    else json += words[found] ?? found.replace(/\.(?!\d)/, "");
  }
  return json;
}

function textOf(quoted: string): string {
  const body = quoted.slice(quoted.search(/['"]/) + 1, -1);
  return body.replace(
    /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|([^]))/g,
    (_, byte?: string, unit?: string, mark?: string) =>
      mark === undefined ? String.fromCharCode(parseInt((byte ?? unit)!, 16)) : (escapes[mark] ?? mark),
  );
}
