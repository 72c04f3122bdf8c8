/** A row that is closed, with nothing below it, and the next one. */
const ROWS = ".cb-row-block > .cb-call:not(:has(.cb-call-body)) + .cb-call";

/** In pixels, by the list; what a page's own styles, its density and the reader's font make of a row. */
const heights = new WeakMap<Element, number>();

/**
 * Tells elements that stand for rows how high one is, once two rows of their list are drawn. Until then a row is taken for what the stylesheet
 * gives it, and too many or too few would be drawn.
 */
export function tellRowHeight(elements: readonly HTMLElement[]): void {
  const told = elements.map((element) => [element, heightFor(element)] as const);
  for (const [element, height] of told) if (height) element.style.setProperty("--cb-row-drawn", `${height}px`);
}

function heightFor(element: Element): number | undefined {
  const list = element.closest(".cb-thread") ?? element.closest(".cb-timeline");
  const next = list && !heights.has(list) && list.querySelector(ROWS);
  if (next) heights.set(list, topOf(next) - topOf(next.previousElementSibling!));
  return list ? heights.get(list) : undefined;
}

const topOf = (element: Element) => element.getBoundingClientRect().top;
