/** What opens over the form without taking room in it. */
const FLOATING = '[role="listbox"], [role="menu"], [role="dialog"], [role="tooltip"]';

/**
 * Tells how tall a page's content is, in CSS pixels, at once and whenever it changes, and whether somebody has done
 * anything in it. Lists that open over the content count, since nothing is seen outside of a frame. The content does
 * not depend on the height of its window, so that telling never changes what is told.
 */
export function watchHeight(root: HTMLElement, tell: (height: number, hasActed: boolean) => void): () => void {
  let last = -1;
  let hasActed = false;
  let looking: ReturnType<typeof setTimeout> | undefined;
  const measure = () => {
    const top = root.getBoundingClientRect().top;
    let bottom = root.getBoundingClientRect().bottom;
    for (const floating of root.querySelectorAll<HTMLElement>(FLOATING)) {
      const box = floating.getBoundingClientRect();
      // A hidden one has no size.
      if (box.height > 0) bottom = Math.max(bottom, box.bottom + FLOATING_ROOM);
      const { clientHeight, offsetHeight, scrollHeight, parentElement: button } = floating;
      // A menu is as tall as the window lets it be, which is too little where that is a low frame.
      if (floating.matches('[role="menu"]') && button && scrollHeight > clientHeight) {
        const whole = scrollHeight + offsetHeight - clientHeight;
        bottom = Math.max(bottom, button.getBoundingClientRect().bottom + whole + FLOATING_ROOM);
      }
    }
    const height = Math.ceil(bottom - top);
    if (height === last) return;
    last = height;
    tell(height, hasActed);
    lookForCut();
  };
  /**
   * A page that keeps its frame lower than what is in it has it scrolled: not before it had the time to give it room.
   */
  const lookForCut = () => {
    clearTimeout(looking);
    looking = setTimeout(() => {
      const { dataset, scrollHeight } = document.documentElement;
      if (scrollHeight > innerHeight + 1) dataset["cut"] = "";
      else delete dataset["cut"];
    }, CUT_AFTER);
  };
  const act = () => {
    for (const kind of ACTS) removeEventListener(kind, act, true);
    hasActed = true;
    last = -1;
    measure();
  };
  for (const kind of ACTS) addEventListener(kind, act, { capture: true, passive: true });
  addEventListener("resize", lookForCut);
  const sizes = new ResizeObserver(measure);
  sizes.observe(root);
  const changes = new MutationObserver(measure);
  changes.observe(root, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["aria-expanded", "hidden", "open"],
  });
  measure();
  return () => {
    for (const kind of ACTS) removeEventListener(kind, act, true);
    removeEventListener("resize", lookForCut);
    clearTimeout(looking);
    sizes.disconnect();
    changes.disconnect();
  };
}

/** What somebody does who turns to the form. */
const ACTS = ["pointerover", "pointerdown", "wheel", "keydown", "focusin"] as const;

/** How long the page around may take to give the frame its height, in milliseconds. */
const CUT_AFTER = 400;

/** For the shadow below a list that opens, in CSS pixels. */
const FLOATING_ROOM = 16;
