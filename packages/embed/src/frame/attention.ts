/**
 * How long a window has to have stood before somebody, unchanged and not pressed, in milliseconds: longer than a double
 * click.
 */
const LONG_ENOUGH = 700;
/** What a name, a value and a button need, in CSS pixels. */
const NARROWEST = 240;
const LOWEST = 160;

/**
 * Whether whoever presses something can have read what it is: `early` they cannot yet, `small` the window does not show
 * it.
 */
export type Attention = "given" | "early" | "small";

/**
 * Watches whether a top-level window has the attention of whoever presses something in it. A press that was aimed at
 * another window, the second of a double click, a key that is held and a window of a few pixels are none. Asked by the
 * click itself, once.
 */
export function watchAttention(): { now(): Attention; stop(): void } {
  let disturbedAt = performance.now();
  let press: "calm" | "early" | undefined;
  const isCalm = () =>
    document.visibilityState === "visible" && document.hasFocus() && performance.now() - disturbedAt >= LONG_ENOUGH;
  const disturb = () => void (disturbedAt = performance.now());
  const onPress = (event: Event) => {
    if (event instanceof KeyboardEvent && event.key !== "Enter" && event.key !== " ") return;
    press = isCalm() ? "calm" : "early";
    disturb();
  };
  const watched: [target: EventTarget, kinds: readonly string[], onEvent: (event: Event) => void][] = [
    [window, ["focus", "blur", "resize", "pageshow"], disturb],
    [document, ["visibilitychange"], disturb],
    [window, ["pointerdown", "keydown"], onPress],
  ];
  for (const [target, kinds, onEvent] of watched) {
    for (const kind of kinds) target.addEventListener(kind, onEvent, { capture: true, passive: true });
  }
  return {
    now() {
      // A reader's software presses without a pointer and without a key.
      const state = press ?? (isCalm() ? "calm" : "early");
      press = undefined;
      if (innerWidth < NARROWEST || innerHeight < LOWEST) return "small";
      return state === "calm" ? "given" : "early";
    },
    stop() {
      for (const [target, kinds, onEvent] of watched) {
        for (const kind of kinds) target.removeEventListener(kind, onEvent, { capture: true });
      }
    },
  };
}
