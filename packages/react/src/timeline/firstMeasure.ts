/** An element that is drawn where it is near what the reader sees. */
export interface Measured {
  isNear(): boolean;
  enter(): void;
}

/** Elements that are new on the page: what is far is measured before the next frame, so that it has their content. */
const fresh = new Map<Element, Measured>();

/** Whether an element came to the page just now. */
export function isNew(element: Element): boolean {
  return fresh.has(element);
}

/** Measures an element once all that comes with it is on the page; the returned function leaves it out. */
export function measureNew(element: Element, measured: Measured): () => void {
  if (fresh.size === 0) queueMicrotask(measureFresh);
  fresh.set(element, measured);
  return () => void fresh.delete(element);
}

type Measuring = readonly [Element, Measured][];

function measureFresh(): void {
  const far = [...fresh].filter(([, measured]) => !measured.isNear());
  fresh.clear();
  const rest = drawNear(far);
  // What was drawn may be lower than it was taken for: before it is painted, the rest is measured once more.
  if (rest.length < far.length) requestAnimationFrame(() => drawNear(rest));
}

/** Draws which of these are near, as the observer would find them, and returns the others. */
function drawNear(elements: Measuring): Measuring {
  const near: Measured[] = [];
  const awayOf = createRuler();
  // All are measured before the first is drawn: one layout serves them all.
  const rest = elements.filter(([element, measured]) => {
    const isNear = awayOf(element) < Infinity;
    if (isNear) near.push(measured);
    return !isNear;
  });
  for (const measured of near) measured.enter();
  return rest;
}

/**
 * Measures elements of one layout: how far each is from the middle of what the reader sees, in pixels; infinitely where
 * it is not near that.
 */
export function createRuler(): (element: Element) => number {
  const reaches = new Map<Element, Reach>();
  return (element) => {
    const { top, bottom, width } = element.getBoundingClientRect();
    const reach = reachIn(element.parentElement, reaches);
    if (width === 0 || bottom < reach.top || top > reach.bottom) return Infinity;
    const middle = (reach.top + reach.bottom) / 2;
    return Math.max(0, top - middle, middle - bottom);
  };
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
