import { childPointer, pointerSegments, readPath, type Pointer } from "../../json/pointer.ts";
import type { FormDocument } from "./formDocument.ts";

/**
 * What a model asked for at a place as it stands now, wherever its row was moved; undefined where it asked for nothing.
 */
export function askedAt(document: FormDocument, path: Pointer): unknown {
  let { asked } = document;
  let at: Pointer = "";
  for (const step of pointerSegments(path)) {
    if (asked === undefined) return undefined;
    const mark = document.markAt(at);
    const id = mark?.arranged && mark.askedRows ? (mark.rows?.get(step) ?? "") : undefined;
    asked = readPath(asked, [id === undefined ? step : String(mark!.askedRows!.indexOf(id))]);
    at = childPointer(at, step);
  }
  return asked;
}
