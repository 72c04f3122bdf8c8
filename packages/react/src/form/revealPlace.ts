import { parentPointer, type Pointer } from "@callboard/core/form";

/** After a step was taken back: the place that it was about is brought into view and gets the focus, once it is drawn. */
export function revealPlace(form: HTMLElement, path: Pointer, idOf: (path: Pointer) => string): void {
  requestAnimationFrame(() => {
    if (path === "") {
      // The step was about all of it. What it took away may have had the focus.
      if (!form.contains(document.activeElement)) form.querySelector<HTMLElement>(".cb-input, .cb-button")?.focus();
      return;
    }
    let at = path;
    let control = document.getElementById(idOf(at));
    while (!control && at !== "") control = document.getElementById(idOf((at = parentPointer(at))));
    if (!control || !form.contains(control) || control.closest("[hidden]")) return;
    if (control.contains(document.activeElement)) return;
    for (let box = control.closest("details"); box; box = box.parentElement?.closest("details") ?? null)
      box.open = true;
    control.focus({ preventScroll: true });
    control.scrollIntoView({ block: "nearest" });
  });
}
