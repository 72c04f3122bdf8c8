import type { Store } from "../useStore.ts";
import { whenCalm } from "./farWords.ts";

/** Whether an element is near what the reader sees: within half a screen of it. */
export interface Nearness extends Required<Store<boolean>> {
  /** Follows an element until the returned function is called. */
  watch(element: Element): () => void;
  /** The height in pixels that the element had when the reader left it; null before that. */
  height(): number | null;
  /** Says how many rows the element stands for. */
  count(rows: number): void;
}

interface Watched {
  rows: number;
  enter(): void;
  leave(element: Element, height: number): void;
  /** Draws it though it is far, or no longer. */
  spread(isSpread: boolean): void;
}

/**
 * A page with this few rows draws all of them once it is calm, so that assistive technology reaches each. A longer one draws what is near.
 */
const FEW = 200;
/** In milliseconds without a new row. */
const CALM = 1000;

const watched = new WeakMap<Element, Watched>();
/** Elements that are new on the page: they are measured before the next frame, so that it has their content. */
const fresh = new Set<Element>();
const all = new Set<Watched>();
let calm: ReturnType<typeof setTimeout> | undefined;
let observer: IntersectionObserver | undefined;

const canObserve = () => typeof IntersectionObserver === "function";

/** Creates the nearness of one element: far until it has been measured, unless it begins near; near where nothing can be measured. */
export function createNearness(beginsNear = false): Nearness {
  const listeners = new Set<() => void>();
  let isNear = beginsNear || !canObserve();
  let isSeen = false;
  let isHeld = false;
  let isSpread = false;
  let height: number | null = null;
  const hold = () => void (isHeld = true);
  const holdOnClick = ({ target }: Event) => isSummary(target) && hold();
  const holdOnScroll = ({ target }: Event) => isAwayFromEnd(target) && hold();
  const set = (now: boolean) => {
    if (now === isNear) return;
    isNear = now;
    for (const listener of [...listeners]) listener();
  };
  const self: Watched = {
    rows: 0,
    enter() {
      isSeen = true;
      set(true);
    },
    leave(element, was) {
      isSeen = false;
      // What is far already is asked nothing: to know the reader's selection may lay out the page.
      if (!isNear || isHeld || isSpread || hasReader(element)) return;
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
    watch(element) {
      if (!canObserve()) return () => {};
      watched.set(element, self);
      const before = element.previousElementSibling;
      // What is added to a list that stands already waits for the observer: measuring would lay out the page once more.
      if (!isNear && (!before || !watched.has(before) || fresh.has(before))) {
        if (fresh.size === 0) queueMicrotask(measureFresh);
        fresh.add(element);
      }
      observer ??= createObserver();
      observer.observe(element);
      // What a reader changes and no store knows stays drawn: a draft, a part that they opened, a box that they scrolled.
      all.add(self);
      element.addEventListener("input", hold);
      element.addEventListener("click", holdOnClick);
      element.addEventListener("scroll", holdOnScroll, { capture: true, passive: true });
      return () => {
        all.delete(self);
        element.removeEventListener("input", hold);
        element.removeEventListener("click", holdOnClick);
        element.removeEventListener("scroll", holdOnScroll, { capture: true });
        fresh.delete(element);
        observer?.unobserve(element);
      };
    },
  };
}

function createObserver(): IntersectionObserver {
  // `scrollMargin` reaches into scrollers; a browser without it draws a row when its first pixel is seen.
  const options: IntersectionObserverInit & { scrollMargin: string } = { rootMargin: "50%", scrollMargin: "50%" };
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

function measureFresh(): void {
  const elements = [...fresh];
  fresh.clear();
  const rest = drawNear(elements);
  // What was drawn may be lower than it was taken for: before it is painted, the rest is measured once more.
  if (rest.length < elements.length) requestAnimationFrame(() => drawNear(rest));
}

/** Draws which of these are near, as the observer would find them, and returns the others. */
function drawNear(elements: readonly Element[]): Element[] {
  const near: Element[] = [];
  const rest: Element[] = [];
  const reaches = new Map<Element, Reach>();
  // All are measured before the first is drawn: one layout serves them all.
  for (const element of elements) {
    const { top, bottom, width } = element.getBoundingClientRect();
    const reach = reachIn(element.parentElement, reaches);
    (width > 0 && bottom >= reach.top && top <= reach.bottom ? near : rest).push(element);
  }
  for (const element of near) watched.get(element)?.enter();
  return rest;
}

interface Reach {
  top: number;
  bottom: number;
}

/** What the scrollers around leave of the screen, each with half of its height on either side. */
function reachIn(element: Element | null, known: Map<Element, Reach>): Reach {
  if (!element || element === element.ownerDocument.body) return { top: -0.5 * innerHeight, bottom: 1.5 * innerHeight };
  let reach = known.get(element);
  if (!reach) {
    reach = reachIn(element.parentElement, known);
    if (getComputedStyle(element).overflowY !== "visible") {
      const { top, bottom, height } = element.getBoundingClientRect();
      reach = { top: Math.max(reach.top, top - height / 2), bottom: Math.min(reach.bottom, bottom + height / 2) };
    }
    known.set(element, reach);
  }
  return reach;
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
