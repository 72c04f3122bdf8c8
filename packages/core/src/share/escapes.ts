/**
 * A text with one layer of escapes taken off, and where each of its characters stood: one more place than characters,
 * for the end.
 */
export interface View {
  text: string;
  /** Places in the original text; none where it is the original itself. */
  places: Uint32Array | null;
}

const ESCAPE =
  /\\(?:u[\da-fA-F]{4}|u\{[\da-fA-F]{1,6}\}|x[\da-fA-F]{2}|[^])|%[\da-fA-F]{2}|&(?:#\d{1,6}|#[xX][\da-fA-F]{1,5}|quot|apos|amp|lt|gt|colon|equals);/g;
const ENTITIES: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  amp: "&",
  lt: "<",
  gt: ">",
  colon: ":",
  equals: "=",
};
const CONTROLS: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

/** Takes one layer of escapes off: those of JSON, of addresses and of HTML. Null where there is none. */
export function unescapeOnce({ text, places }: View): View | null {
  ESCAPE.lastIndex = 0;
  if (!ESCAPE.test(text)) return null;
  const parts: string[] = [];
  const map = new Uint32Array(text.length + 1);
  let [at, from] = [0, 0];
  const copy = (to: number) => {
    if (to > from) parts.push(text.slice(from, to));
    for (let index = from; index < to; index++) map[at++] = places ? places[index]! : index;
  };
  ESCAPE.lastIndex = 0;
  for (let match = ESCAPE.exec(text); match; match = ESCAPE.exec(text)) {
    copy(match.index);
    from = ESCAPE.lastIndex;
    const plain = meaningOf(match[0]);
    for (let index = 0; index < plain.length; index++) map[at++] = places ? places[match.index]! : match.index;
    parts.push(plain);
  }
  copy(text.length);
  map[at] = places ? places[text.length]! : text.length;
  return { text: parts.join(""), places: map.subarray(0, at + 1) };
}

function meaningOf(escape: string): string {
  const [first, second] = [escape[0], escape[1]!];
  if (first === "%") return String.fromCharCode(Number.parseInt(escape.slice(1), 16));
  if (first === "&") {
    const name = escape.slice(1, -1);
    if (second !== "#") return ENTITIES[name]!;
    return characterOf(/^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1)));
  }
  if (escape.length > 2 && (second === "u" || second === "x"))
    return characterOf(Number.parseInt(escape.replace(/[^\da-fA-F]/g, ""), 16));
  return CONTROLS[second] ?? second;
}

const characterOf = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : "\uFFFD");
