import type { FormDocument } from "./formDocument.ts";
import { resolveNode, type FormNode } from "./model.ts";
import { parentPointer, pointerSegments, type Pointer } from "./pointer.ts";

/** Whether a value is there and says that it is empty. */
export const isSaidEmpty = (value: unknown): value is "" | null => value === "" || value === null;

/**
 * What a place holds once its control is emptied (`given` is undefined or an empty text): as empty as it was before somebody
 * filled it in; else null where something must be, the empty text where that is a value, and otherwise nothing at all.
 */
export function emptyValue(
  document: FormDocument,
  path: Pointer,
  node: FormNode | undefined,
  given: undefined | "",
): unknown {
  const own = node && resolveNode(node);
  if (own?.kind !== "leaf" || (given === "" && own.options?.some((option) => option.value === ""))) return given;
  const before = document.read(path);
  if (isSaidEmpty(before)) return before;
  const was = document.markAt(path)?.empty;
  if (was !== undefined) return was;
  const inList = path !== "" && Array.isArray(document.read(parentPointer(path)));
  const entry = isEntry(document, path);
  if (own.nullable && (own.required || own.default !== undefined || inList)) return null;
  const isText =
    own.type === "text" && (inList || entry || (given === "" && own.required && own.schema["minLength"] === 0));
  // An entry whose value is cleared is still there: its name stands beside it.
  return isText ? "" : entry ? null : undefined;
}

/** Whether a place is one that a person named: in a map, or beside an object's own fields. */
function isEntry(document: FormDocument, path: Pointer): boolean {
  if (path === "") return false;
  const holder = document.nodeAt(parentPointer(path));
  const own = holder && resolveNode(holder);
  return own?.kind === "map" || (own?.kind === "object" && !own.fields.has(pointerSegments(path).at(-1)!));
}
