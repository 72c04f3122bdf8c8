/** 1280 CSS pixels at a zoom of 400 %. */
export const NARROW = 320;

/** What is drawn beyond the page's sides, and in nothing that scrolls or cuts by itself. */
export function cutElements(): string[] {
  const isOutside = (element: Element) => {
    const { left, right, width } = element.getBoundingClientRect();
    return width > 1 && (right > NARROW + 1 || left < -1);
  };
  const isHeld = (element: Element): boolean => {
    for (let above = element.parentElement; above; above = above.parentElement)
      if (getComputedStyle(above).overflowX !== "visible" && !isOutside(above)) return true;
    return false;
  };
  return [...document.querySelectorAll("body *")]
    .filter((element) => isOutside(element) && !isHeld(element))
    .map((element) => `${element.tagName.toLowerCase()}.${element.className}`);
}
