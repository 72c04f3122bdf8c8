import type { FormDocument } from "./formDocument.ts";
import { resolveNode, type FormNode } from "../model/model.ts";
import { parentPointer, pointerSegments, type Pointer } from "../../json/pointer.ts";

/** Whether a value exists and means "empty". */
export const isEmptyValue = (value: unknown): value is "" | null => value === "" || value === null;

/**
 * The value that a place gets when its control reports `given`. An emptied control (undefined or an empty text) gets
 * the value that meant "empty" before somebody filled it in; else null where something must be present, the empty text
 * where that is a value, and otherwise nothing.
 */
export function heldValue(document: FormDocument, path: Pointer, node: FormNode | undefined, given: unknown): unknown {
  if (given !== undefined && given !== "") return given;
  const resolved = node && resolveNode(node);
  if (resolved?.kind !== "leaf" || (given === "" && resolved.options?.some((option) => option.value === "")))
    return given;
  const before = document.read(path);
  if (isEmptyValue(before)) return before;
  const was = document.markAt(path)?.empty;
  if (was !== undefined) return was;
  const inList = path !== "" && Array.isArray(document.read(parentPointer(path)));
  const entry = isEntry(document, path);
  if (resolved.nullable && (resolved.required || resolved.default !== undefined || inList)) return null;
  const isText =
    resolved.type === "text" &&
    (inList || entry || (given === "" && resolved.required && resolved.schema["minLength"] === 0));
  // An entry whose value is cleared stays: its name stands beside it.
  return isText ? "" : entry ? null : undefined;
}

/** Keeps the value that meant "empty" at a place once the place is filled in, for `heldValue`. */
export function keepEmptyValue(document: FormDocument, path: Pointer, before: unknown, value: unknown): void {
  if (isEmptyValue(before) && !isEmptyValue(value)) document.mark(path, { empty: before });
}

/** Whether a person named the place: in a map, or beside an object's own fields. */
function isEntry(document: FormDocument, path: Pointer): boolean {
  if (path === "") return false;
  const holder = document.nodeAt(parentPointer(path));
  const resolved = holder && resolveNode(holder);
  return (
    resolved?.kind === "map" || (resolved?.kind === "object" && !resolved.fields.has(pointerSegments(path).at(-1)!))
  );
}
