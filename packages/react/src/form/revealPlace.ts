import { parentPointer, type Pointer } from "@callboard/core/form";
import { findInRow } from "./nearRows.ts";
import { rootOf } from "../rootOf.ts";

/** After undo: the step's place is scrolled into view and gets the focus, once it is drawn. */
export function revealPlace(form: HTMLElement, path: Pointer, idOf: (path: Pointer) => string): void {
  requestAnimationFrame(() => {
    if (path === "") {
      // The step was about the whole form. It may have removed the focused control.
      if (!form.contains(rootOf(form).activeElement)) form.querySelector<HTMLElement>(".cb-input, .cb-button")?.focus();
      return;
    }
    let at = path;
    let control = rootOf(form).getElementById(idOf(at));
    while (!control && at !== "") control = rootOf(form).getElementById(idOf((at = parentPointer(at))));
    if (!control || !form.contains(control) || control.closest("[hidden]")) return;
    if (control.contains(rootOf(form).activeElement)) return;
    const resting = control.closest("[data-resting]");
    const drawn = (): HTMLElement | null => {
      const now = rootOf(form).getElementById(idOf(path));
      return now?.closest("[data-resting]") ? null : now;
    };
    if (resting) findInRow(resting, drawn, show);
    else show(control);
  });
}

function show(control: HTMLElement): void {
  for (let box = control.closest("details"); box; box = box.parentElement?.closest("details") ?? null) box.open = true;
  control.focus({ preventScroll: true });
  control.scrollIntoView({ block: "nearest" });
}
