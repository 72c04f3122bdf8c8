const largestJson = 2_000_000;

/**
 * The record or list that a text is the JSON of; undefined for anything else, and for texts above 2 MB, which would hold up the page.
 * Integers beyond 2^53 stay as their digits, so that an id is never shown rounded.
 */
export function parseJsonText(text: string): unknown {
  if (text.length > largestJson || !/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(/\d{16}/.test(text) ? keepBigIntegers(text) : text);
  } catch {
    return undefined;
  }
}

function keepBigIntegers(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) =>
    /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
  );
}

/** Whether a text looks written in Markdown: a heading, list, fence, table or emphasis where one would stand. */
export function looksLikeMarkdown(text: string): boolean {
  const head = text.slice(0, 20_000);
  return (
    /^ {0,3}#{1,6} \S/m.test(head) ||
    /^ {0,3}(?:```|~~~)/m.test(head) ||
    /^ {0,3}\|.*\|\s*\n {0,3}\|? *:?-{2,}/m.test(head) ||
    /\*\*[^\s*][^*\n]{0,200}\*\*/.test(head) ||
    /\[[^\]\n]{1,200}\]\([^)\s]{1,500}\)/.test(head) ||
    (head.match(/^ {0,3}[-*+] \S/gm)?.length ?? 0) >= 3
  );
}

const mostCsvLines = 50_000;

/**
 * The header and rows of a text that is a whole comma-, semicolon- or tab-separated table; null for anything less
 * certain than that, since prose has commas too.
 */
export function parseDelimitedText(text: string): { header: string[]; rows: string[][] } | null {
  if (text.length > largestJson || !text.includes("\n")) return null;
  const firstLine = text.slice(0, text.indexOf("\n"));
  for (const delimiter of ["\t", ",", ";"]) {
    const width = splitLine(firstLine, delimiter)?.length ?? 0;
    if (width < (delimiter === "," ? 3 : 2)) continue;
    const rows: string[][] = [];
    for (const line of text.replace(/\s+$/, "").split(/\r?\n/)) {
      const cells = splitLine(line, delimiter);
      if (cells?.length !== width || rows.length > mostCsvLines) return null;
      rows.push(cells);
    }
    const [header, ...body] = rows;
    const named = header!.every((cell) => cell !== "" && cell.length <= 80 && !/^[-+\d.]+$/.test(cell));
    const spaced = body.filter((row) => row.slice(1).every((cell) => cell.startsWith(" "))).length;
    const certain = named && new Set(header).size === width && body.length >= 1 && spaced * 2 < body.length;
    return certain ? { header: header!, rows: body } : null;
  }
  return null;
}

/** One line's cells; null where a quote is left open (a cell that runs over lines is not guessed at). */
function splitLine(line: string, delimiter: string): string[] | null {
  if (!line.includes('"')) return line.split(delimiter);
  const cells: string[] = [];
  let cell = "";
  let quoted = false;
  for (let at = 0; at < line.length; at++) {
    const char = line[at]!;
    if (quoted) {
      if (char !== '"') cell += char;
      else if (line[at + 1] === '"') {
        cell += '"';
        at++;
      } else quoted = false;
    } else if (char === '"' && cell === "") quoted = true;
    else if (char === delimiter) {
      cells.push(cell);
      cell = "";
    } else cell += char;
  }
  return quoted ? null : [...cells, cell];
}
