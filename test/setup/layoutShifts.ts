declare global {
  interface Window {
    /** The scores of the layout shifts since they are noted, by the browser's own measure. */
    layoutShifts?: number[];
  }
}

/**
 * Notes each layout shift of a page, also one that a person's input caused: what moves under a pointer was moved by its
 * click. It uses nothing from outside, so that it can be sent to a page as it is.
 */
export function noteLayoutShifts(): void {
  const scores: number[] = [];
  window.layoutShifts = scores;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) scores.push((entry as PerformanceEntry & { value: number }).value);
  }).observe({ type: "layout-shift", buffered: true });
}

/** What may move at one interaction: two hundredths of the window, weighed by the distance. */
export const mostShift = 0.02;

export interface Jump {
  /** The sum of the shifts. */
  score: number;
  /** How far down the control that was pressed has moved, in pixels; null where it is gone. */
  moved: number | null;
}

/** What moves in this page while something is done to a control, until nothing has moved for a while. */
export async function jumpOf(control: Element, act: () => Promise<unknown>): Promise<Jump> {
  if (!window.layoutShifts) noteLayoutShifts();
  await stillness();
  const from = window.layoutShifts!.length;
  const { top } = control.getBoundingClientRect();
  await act();
  await stillness();
  const score = window.layoutShifts!.slice(from).reduce((sum, one) => sum + one, 0);
  return { score, moved: control.isConnected ? control.getBoundingClientRect().top - top : null };
}

/** The frames after which a page in which nothing has moved is taken for still. */
const stillFrames = 20;

async function stillness(): Promise<void> {
  let last = "";
  for (let still = 0; still < stillFrames;) {
    await new Promise(requestAnimationFrame);
    const places = [...document.querySelectorAll("button, input, textarea, summary, p, h2, h3")]
      .map((element) => element.getBoundingClientRect().top)
      .join(" ");
    still = places === last ? still + 1 : 0;
    last = places;
  }
}
