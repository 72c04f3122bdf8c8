/** What opens over the form without taking room in it. */
const FLOATING = '[role="listbox"], [role="menu"], [role="dialog"], [role="tooltip"]';

/**
 * Tells how tall a page's content is, in CSS pixels, at once and whenever it changes. Lists that open over the content count, since nothing is
 * seen outside of a frame. The content does not depend on the height of its window, so that telling never changes what is told.
 */
export function watchHeight(root: HTMLElement, tell: (height: number) => void): () => void {
  let last = -1;
  const measure = () => {
    const top = root.getBoundingClientRect().top;
    let bottom = root.getBoundingClientRect().bottom;
    for (const floating of root.querySelectorAll(FLOATING)) {
      const box = floating.getBoundingClientRect();
      // A hidden one has no size.
      if (box.height > 0) bottom = Math.max(bottom, box.bottom + FLOATING_ROOM);
    }
    const height = Math.ceil(bottom - top);
    if (height === last) return;
    last = height;
    tell(height);
  };
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
    sizes.disconnect();
    changes.disconnect();
  };
}

/** For the shadow below a list that opens, in CSS pixels. */
const FLOATING_ROOM = 16;
