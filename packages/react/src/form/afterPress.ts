/**
 * Runs at once, or when the pointer that is down is up again: what appears in between would move what is being pressed.
 */
export function afterPress(run: () => void): void {
  if (!document.documentElement.matches(":active")) return run();
  const events = ["pointerup", "pointercancel"] as const;
  const done = (): void => {
    for (const event of events) removeEventListener(event, done, true);
    // The click comes right after.
    setTimeout(run);
  };
  for (const event of events) addEventListener(event, done, true);
  return undefined;
}
