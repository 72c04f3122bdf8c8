import { warnOnce } from "./warnOnce.ts";

/** Says on the console that a component's root has no stylesheet, where it has none. */
export function tellMissingStylesheet(root: HTMLElement): void {
  if (getComputedStyle(root).getPropertyValue("--cb-accent") !== "") return;
  warnOnce('the stylesheet is missing, so nothing has its form. Import it once: import "@callboard/react/styles.css".');
}
