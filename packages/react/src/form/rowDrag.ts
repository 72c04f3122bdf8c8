/**
 * Lets a list's rows be dragged by their handles, with the browser's own drag and drop. However long the list, one row
 * is made ready at a time, the one whose handle is under the pointer, and the list as a whole handles the drop.
 * Listeners on the list itself see the rows in a shadow tree too, whose events show the document nothing but the host.
 * Returns how to stop.
 */
export function sortRows(list: HTMLElement, move: (from: number, to: number) => void): () => void {
  let ready: HTMLElement | undefined;
  let dragged: HTMLElement | undefined;
  let marked: HTMLElement | undefined;

  const mark = (row?: HTMLElement, side?: string): void => {
    if (marked && marked !== row) delete marked.dataset["drop"];
    marked = row;
    if (row && side) row.dataset["drop"] = side;
  };
  const letGo = (): void => {
    ready?.removeAttribute("draggable");
    if (dragged) delete dragged.dataset["dragging"];
    ready = dragged = undefined;
    mark();
  };
  const handlers = {
    pointerover({ target, buttons }: PointerEvent) {
      // A pressed handle may be left before the drag begins.
      if (buttons !== 0) return;
      letGo();
      const handle = target instanceof Element && target.closest<HTMLElement>("[data-action=drag]");
      const row = handle && handle.closest<HTMLElement>("[data-index]");
      if (!row || row.parentElement !== list || handle.matches(":disabled")) return;
      ready = row;
      row.draggable = true;
    },
    dragstart({ target, dataTransfer }: DragEvent) {
      if (!ready || target !== ready || !dataTransfer) return;
      dragged = ready;
      dataTransfer.effectAllowed = "move";
      // Safari and Chromium on Android drag nothing that has no data, the latter nothing that has no text.
      dataTransfer.setData("application/x-callboard-row", "");
      if (/android/i.test(navigator.userAgent)) dataTransfer.setData("text/plain", String(placeOf(dragged) + 1));
      // After the picture of the row was taken.
      const row = dragged;
      requestAnimationFrame(() => {
        if (row === dragged) row.dataset["dragging"] = "";
      });
    },
    dragover(event: DragEvent) {
      if (!dragged) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = "move";
      const { row, isAfter } = rowAt(list, event.clientY);
      mark(row === dragged ? undefined : row, isAfter ? "after" : "before");
    },
    dragleave({ relatedTarget }: DragEvent) {
      if (!list.contains(relatedTarget as Node | null)) mark();
    },
    drop(event: DragEvent) {
      if (!dragged) return;
      event.preventDefault();
      const { row, isAfter } = rowAt(list, event.clientY);
      const from = placeOf(dragged);
      const place = (row ? placeOf(row) : from) + (isAfter ? 1 : 0);
      letGo();
      move(from, place > from ? place - 1 : place);
    },
    dragend: letGo,
  };
  const listeners = Object.entries(handlers) as [string, (event: Event) => void][];
  for (const [type, listener] of listeners) list.addEventListener(type, listener);
  return () => {
    for (const [type, listener] of listeners) list.removeEventListener(type, listener);
    letGo();
  };
}

const placeOf = (row: HTMLElement): number => Number(row.dataset["index"]);

/** The row at a height of the window, or the nearest, and on which half of it; rows stand one below the other. */
function rowAt(list: HTMLElement, y: number): { row: HTMLElement | undefined; isAfter: boolean } {
  const rows = list.children;
  let low = 0;
  let high = rows.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle]!.getBoundingClientRect().bottom < y) low = middle + 1;
    else high = middle;
  }
  const row = rows[low] as HTMLElement | undefined;
  if (!row) return { row, isAfter: false };
  const { top, height } = row.getBoundingClientRect();
  return { row, isAfter: y > top + height / 2 };
}
