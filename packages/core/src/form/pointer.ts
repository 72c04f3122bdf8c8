export { defineOwn } from "../schema/defineOwn.ts";

/** A JSON Pointer into the form's value: `""` is all of it, `/rows/0/name` one leaf. */
export type Pointer = string;

/** The pointer one step below. */
export function childPointer(parent: Pointer, key: string | number): Pointer {
  return typeof key === "number" ? `${parent}/${key}` : `${parent}/${escapeSegment(key)}`;
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

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value where it is a record, else an empty one. */
export const asRecord = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

/** The texts of a list; none where it is no list. */
export const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((part) => typeof part === "string") : [];

const escapeSegment = (segment: string): string =>
  segment.includes("~") || segment.includes("/") ? segment.replaceAll("~", "~0").replaceAll("/", "~1") : segment;
const unescapeSegment = (segment: string): string =>
  segment.includes("~") ? segment.replaceAll("~1", "/").replaceAll("~0", "~") : segment;
