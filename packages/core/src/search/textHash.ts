/** A hash of a text, 64 bits of FNV-1a in two halves: it tells texts apart, and keeps nobody from making two that are alike. */
export function textHash(text: string): string {
  let low = 0x811c9dc5;
  let high = 0x1000193;
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ (code + place), 0x85ebca6b);
  }
  return (low >>> 0).toString(36) + (high >>> 0).toString(36).padStart(7, "0");
}
