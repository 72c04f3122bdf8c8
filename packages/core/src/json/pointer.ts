/** A JSON Pointer: `""` is the whole value, `/rows/0/name` one leaf. */
export type Pointer = string;

/** The pointer one step below. */
export function childPointer(parent: Pointer, key: string | number): Pointer {
  return typeof key === "number" ? `${parent}/${key}` : `${parent}/${escapeSegment(key)}`;
}

/** The pointer of these steps. */
export function pointerOf(segments: readonly string[]): Pointer {
  return segments.map((segment) => `/${escapeSegment(segment)}`).join("");
}

/** The steps of a pointer, unescaped. */
export function pointerSegments(pointer: Pointer): string[] {
  return pointer === "" ? [] : pointer.slice(1).split("/").map(unescapeSegment);
}

/** The pointer one step above; of the whole, the whole. */
export function parentPointer(pointer: Pointer): Pointer {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf("/")));
}

/** Whether `pointer` is `ancestor` or below it. */
export function isWithin(pointer: Pointer, ancestor: Pointer): boolean {
  return pointer.startsWith(ancestor) && (pointer.length === ancestor.length || pointer[ancestor.length] === "/");
}

/** The value at a place; undefined where there is none. Only own properties count, whatever they are called. */
export function readPath(value: unknown, segments: readonly string[]): unknown {
  for (const segment of segments) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, segment)) return undefined;
    value = (value as Record<string, unknown>)[segment];
  }
  return value;
}

/** One step of a pointer, escaped. */
export const escapeSegment = (segment: string): string =>
  segment.includes("~") || segment.includes("/") ? segment.replaceAll("~", "~0").replaceAll("/", "~1") : segment;
/** One step of a pointer, as the key it names. */
export const unescapeSegment = (segment: string): string =>
  segment.includes("~") ? segment.replaceAll("~1", "/").replaceAll("~0", "~") : segment;
