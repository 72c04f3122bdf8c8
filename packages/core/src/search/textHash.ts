import { checkSum } from "../json/checkSum.ts";

/** A hash of a text, 64 bits in two halves: it tells texts apart, and keeps nobody from making two that are alike. */
export function textHash(text: string): string {
  let high = 0x1000193;
  for (let place = 0; place < text.length; place++) {
    high = Math.imul(high ^ (text.charCodeAt(place) + place), 0x85ebca6b);
  }
  return (checkSum(text) >>> 0).toString(36) + (high >>> 0).toString(36).padStart(7, "0");
}
