import type { KeyboardEvent as ReactKeyboardEvent } from "react";

/**
 * Whether a key belongs to an input method that composes a word (Chinese, Japanese, Korean and others), as the Enter
 * that confirms it does. Safari ends the composition before that key is told, and shows it by the key code 229 alone.
 * Every handler of keys in a text control asks this first.
 */
export function isComposing(event: ReactKeyboardEvent | KeyboardEvent): boolean {
  const native = "nativeEvent" in event ? event.nativeEvent : event;
  return native.isComposing || native.keyCode === 229;
}
