/**
 * A check sum of a text, or of what `before` is that of with the text after it: FNV-1a, 32 bits with a sign. An
 * identity, no secret.
 */
export function checkSum(text: string, before = 0x811c9dc5): number {
  for (let place = 0; place < text.length; place++) {
    before = Math.imul(before ^ text.charCodeAt(place), 0x01000193);
  }
  return before;
}
