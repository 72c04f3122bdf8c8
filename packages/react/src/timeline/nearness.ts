import type { Store } from "../useStore.ts";
import { isNew, measureNew, type Measured } from "./firstMeasure.ts";
import type { Waiting } from "./turns.ts";
import { whenCalm } from "./whenCalm.ts";

/**
 * Whether an element is near what the reader sees: within half a screen of that it comes near, and beyond three
 * quarters it is far again.
 */
export interface Nearness extends Required<Store<boolean>> {
  /** Follows an element until the returned function is called. */
  watch(element: Element): () => void;
  /** The height in pixels that the element had when the reader left it; null before that. */
  height(): number | null;
  /** Says how many rows the element stands for; above `FEW` any number will do. */
  count(rows: number): void;
}

interface Watched extends Measured {
  rows: number;
  leave(element: Element, height: number): void;
  /** Draws it though it is far, or no longer. */
  spread(isSpread: boolean): void;
}

/**
 * A page with this few rows draws all of them once it is calm, so that assistive technology reaches each. A longer one
 * draws what is near.
 */
export const FEW = 200;
/** In milliseconds without a new row. */
const CALM = 1000;

const watched = new WeakMap<Element, Watched>();
const all = new Set<Watched>();
let calm: ReturnType<typeof setTimeout> | undefined;
/**
 * Tell what comes near, and what goes far. Were it one line for both, what moves by being drawn could cross it at each
 * frame.
 */
let observers: Readonly<Record<"enters" | "leaves", IntersectionObserver>> | undefined;

const canObserve = () => typeof IntersectionObserver === "function";

/**
 * Creates the nearness of one element: far until it has been measured, unless it begins near; near where nothing can be
 * measured. `takeTurn` says whether it may come near in this frame, and draws what it is given in one where it may.
 */
export function createNearness(beginsNear = false, takeTurn: (waiting: Waiting) => boolean = () => true): Nearness {
  const listeners = new Set<() => void>();
  // On the page it is not yet: who begins too late takes a turn from there.
  const enter = () => element && !isNear && takeTurn(turn) && set(true);
  const turn: Waiting = {
    place: () => element,
    draw: () => void enter(),
    leave() {
      // Observed anew, it is told of even where it has been near in the observer's eyes all along.
      if (element) observers?.enters.unobserve(element);
      observe();
    },
  };
  let isNear = !canObserve() || (beginsNear && takeTurn(turn));
  let isSeen = false;
  let isHeld = false;
  let isSpread = false;
  let height: number | null = null;
  let element: Element | undefined;
  const hold = () => void (isHeld = true);
  const holdOnClick = ({ target }: Event) => isSummary(target) && hold();
  const holdOnScroll = ({ target }: Event) => isAwayFromEnd(target) && hold();
  const observe = () => {
    if (!element || !observers) return;
    observers[isNear ? "enters" : "leaves"].unobserve(element);
    observers[isNear ? "leaves" : "enters"].observe(element);
  };
  const set = (now: boolean) => {
    if (now === isNear) return;
    isNear = now;
    observe();
    for (const listener of [...listeners]) listener();
  };
  const self: Watched = {
    rows: 0,
    isNear: () => isNear,
    enter() {
      isSeen = true;
      enter();
    },
    leave(left, was) {
      isSeen = false;
      // What is far already is asked nothing: to know the reader's selection may lay out the page.
      if (!isNear || isHeld || isSpread || hasReader(left)) return;
      if (was > 0) height = was;
      set(false);
    },
    spread(now) {
      isSpread = now;
      if (now || (!isSeen && !isHeld)) set(now);
    },
  };
  return {
    read: () => isNear,
    // A server draws everything, and so does the page that takes over from it.
    readOnServer: () => true,
    height: () => height,
    count(rows) {
      self.rows = rows;
      if (!canObserve()) return;
      clearTimeout(calm);
      calm = setTimeout(spreadFew, CALM);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    watch(to) {
      if (!canObserve()) return () => {};
      element = to;
      watched.set(to, self);
      // What is added to a list that stands already waits for the observer: measuring would lay out the page once more.
      const before = to.previousElementSibling;
      const stopMeasuring = !before || !watched.has(before) || isNew(before) ? measureNew(to, self) : undefined;
      observers ??= { enters: createObserver("50%"), leaves: createObserver("75%") };
      observe();
      // What a reader changes and no store knows stays drawn: a draft, a part that they opened, a box that they
      // scrolled.
      all.add(self);
      to.addEventListener("input", hold);
      to.addEventListener("click", holdOnClick);
      to.addEventListener("scroll", holdOnScroll, { capture: true, passive: true });
      return () => {
        all.delete(self);
        to.removeEventListener("input", hold);
        to.removeEventListener("click", holdOnClick);
        to.removeEventListener("scroll", holdOnScroll, { capture: true });
        stopMeasuring?.();
        element = undefined;
        observers?.enters.unobserve(to);
        observers?.leaves.unobserve(to);
      };
    },
  };
}

function createObserver(margin: string): IntersectionObserver {
  // `scrollMargin` reaches into scrollers; a browser without it draws a row when its first pixel is seen.
  const options: IntersectionObserverInit & { scrollMargin: string } = { rootMargin: margin, scrollMargin: margin };
  return new IntersectionObserver((entries) => {
    for (const { target, isIntersecting, boundingClientRect } of entries) {
      if (isIntersecting) watched.get(target)?.enter();
      else watched.get(target)?.leave(target, boundingClientRect.height);
    }
  }, options);
}

function spreadFew(): void {
  let rows = 0;
  for (const block of all) rows += block.rows;
  for (const block of all) {
    if (rows > FEW) block.spread(false);
    else whenCalm(() => (block.spread(all.has(block)), "for good"));
  }
}

/** The focus is inside, or a part of what is selected. */
function hasReader(element: Element): boolean {
  const { activeElement } = element.ownerDocument;
  const selection = element.ownerDocument.getSelection();
  return (
    element.contains(activeElement) ||
    (selection !== null && !selection.isCollapsed && selection.containsNode(element, true))
  );
}

function isSummary(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("summary") !== null;
}

function isAwayFromEnd(target: EventTarget | null): boolean {
  return target instanceof Element && target.scrollHeight - target.clientHeight - target.scrollTop > 24;
}
