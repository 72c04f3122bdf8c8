import { pointerSegments } from "../json/pointer.ts";

/** A place by the names of its properties: "list.city" for a city in the items of a list. */
export function placeInWords(path: string): string {
  const segments = pointerSegments(path);
  const names: string[] = [];
  while (segments.length > 0) {
    const [keyword, ...rest] = segments.splice(0, segments[0] === "properties" ? 2 : 1);
    if (keyword === "properties") names.push(...rest);
    else if (keyword !== "items") names.push(keyword!);
  }
  return names.length === 0 ? "The input" : `"${names.join(".")}"`;
}
