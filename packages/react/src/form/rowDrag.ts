import { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter";

/**
 * Lets a list's rows be dragged by their handles. However long the list, one row is made ready at a time, the one whose handle
 * is under the pointer, and the list as a whole takes the drop. Returns how to stop.
 */
export function sortRows(list: HTMLElement, move: (from: number, to: number) => void): () => void {
  let ready: HTMLElement | undefined;
  let release: (() => void) | undefined;
  let isDragging = false;
  let marked: HTMLElement | undefined;

  const mark = (row?: HTMLElement, side?: string): void => {
    if (marked && marked !== row) delete marked.dataset["drop"];
    marked = row;
    if (row && side) row.dataset["drop"] = side;
  };
  const letGo = (): void => {
    release?.();
    release = ready = undefined;
  };
  const makeReady = (event: PointerEvent): void => {
    const handle = event.target instanceof Element && event.target.closest<HTMLElement>("[data-action=drag]");
    const row = handle && handle.parentElement;
    if (!row || row.parentElement !== list || row === ready || isDragging || handle.matches(":disabled")) return;
    letGo();
    ready = row;
    release = draggable({
      element: row,
      dragHandle: handle,
      getInitialData: () => ({ list, from: Number(row.dataset["index"]) }),
      onDragStart() {
        isDragging = true;
        row.dataset["dragging"] = "";
      },
      onDrop() {
        isDragging = false;
        delete row.dataset["dragging"];
        mark();
      },
    });
  };
  list.addEventListener("pointerover", makeReady);
  const stopDrops = dropTargetForElements({
    element: list,
    canDrop: ({ source }) => source.data["list"] === list,
    onDrag({ source, location }) {
      const { row, isAfter } = rowAt(list, location.current.input.clientY);
      mark(row === source.element ? undefined : row, isAfter ? "after" : "before");
    },
    onDragLeave: () => mark(),
    onDrop({ source, location }) {
      const { row, isAfter } = rowAt(list, location.current.input.clientY);
      const from = source.data["from"] as number;
      const place = Number(row?.dataset["index"] ?? from) + (isAfter ? 1 : 0);
      move(from, place > from ? place - 1 : place);
    },
  });
  return () => {
    list.removeEventListener("pointerover", makeReady);
    stopDrops();
    letGo();
  };
}

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
