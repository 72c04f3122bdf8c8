import { isComposing } from "../isComposing.ts";
import type { FormStore, Pointer } from "@callboard/core/form";
import type { KeyboardEvent } from "react";

/**
 * Ctrl or Cmd with Z, Shift+Z or Y anywhere in a form, text controls included: they all show one state, and the
 * browser's own undo covers one control only. Where the form has nothing left to undo, the browser may. Returns the
 * place that the step was about, or undefined where the keys mean something else.
 */
export function undoByKeys(event: KeyboardEvent, store: FormStore): { path: Pointer; isUndo: boolean } | undefined {
  if (event.defaultPrevented || event.altKey || isComposing(event)) return undefined;
  if (event.ctrlKey === event.metaKey) return undefined;
  const key = event.key.toLowerCase();
  const isUndo = key === "z" && !event.shiftKey;
  const isRedo = (key === "z" && event.shiftKey) || (key === "y" && !event.shiftKey);
  const { canUndo, canRedo } = store.getStatus();
  if (!(isUndo && canUndo) && !(isRedo && canRedo)) return undefined;
  event.preventDefault();
  const path = isUndo ? store.undo() : store.redo();
  return path === undefined ? undefined : { path, isUndo };
}
