/**
 * A text without what an encoding left in it: a byte order mark, also one that was read in another encoding, and the
 * zeros of UTF-16 that was read byte by byte.
 */
export function cleanText(text: string): string {
  const marked = /^(?:\ufeff|\u00ef\u00bb\u00bf|\ufffe|\u00ff\u00fe|\u00fe\u00ff|\ufffd\ufffd(?=\0|[^\0]\0))+/.exec(
    text,
  );
  const rest = marked ? text.slice(marked[0].length) : text;
  return isDoubled(rest) ? rest.replaceAll("\0", "") : rest;
}

/** Whether every other character of a beginning is a zero, as in Latin letters of two bytes each. */
function isDoubled(text: string): boolean {
  const head = text.slice(0, 64);
  if (head.length < 4) return false;
  const first = head[0] === "\0" ? 0 : 1;
  for (let at = 0; at < head.length; at++) if ((head[at] === "\0") !== (at % 2 === first)) return false;
  return true;
}
