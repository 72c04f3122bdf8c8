/** How long what is pressed has to have been seen as it is, in milliseconds. */
const LONG_ENOUGH = 500;
/** How far a page may move under the pointer meanwhile, in CSS pixels. */
const STEADY = 3;

/** Whether what a person pressed was seen: `covered` also where the browser cannot tell. */
export type Sight = "seen" | "covered" | "moved";

interface Watched extends IntersectionObserverInit {
  trackVisibility: boolean;
  delay: number;
}

/**
 * Watches whether a part of a frame is seen, whole and uncovered, by whoever presses it: the browser says whether anything lies over it or
 * draws it otherwise than it is, and the pointer whether the frame stands still.
 */
export function watchSight(target: Element): { now(): Sight; stop(): void } {
  const isTold = "IntersectionObserverEntry" in window && "isVisible" in IntersectionObserverEntry.prototype;
  let seenSince = Infinity;
  let steadySince = Infinity;
  let place: { x: number; y: number } | undefined;
  const options: Watched = { threshold: [0, 0.5, 1], trackVisibility: true, delay: 100 };
  const observer =
    isTold &&
    new IntersectionObserver((entries) => {
      const entry = entries.at(-1) as (IntersectionObserverEntry & { isVisible?: boolean }) | undefined;
      if (!entry?.isVisible) seenSince = Infinity;
      else if (seenSince === Infinity) seenSince = performance.now();
    }, options);
  if (observer) observer.observe(target);
  const onPointer = ({ screenX, screenY, clientX, clientY, pointerType }: PointerEvent) => {
    if (pointerType !== "mouse") return void (place = undefined);
    const now = { x: screenX - clientX, y: screenY - clientY };
    if (!place || Math.hypot(now.x - place.x, now.y - place.y) > STEADY) steadySince = performance.now();
    place = now;
  };
  const kinds = ["pointermove", "pointerdown"] as const;
  for (const kind of kinds) addEventListener(kind, onPointer, { capture: true, passive: true });
  return {
    now() {
      const since = performance.now() - LONG_ENOUGH;
      if (!(seenSince <= since)) return "covered";
      return place === undefined || steadySince <= since ? "seen" : "moved";
    },
    stop() {
      if (observer) observer.disconnect();
      for (const kind of kinds) removeEventListener(kind, onPointer, { capture: true });
    },
  };
}
