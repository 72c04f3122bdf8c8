import { isWithin, type Pointer } from "../../json/pointer.ts";

/** State beside a form's value, by pointer: it moves with the rows of a list and disappears with what is removed. */
export interface PathTables {
  /** Drops everything below a place, and with `itself` the place. */
  clear(path: Pointer, itself: boolean): void;
  /** Renames the steps below `path`; a step that becomes undefined is dropped. */
  rename(path: Pointer, to: (step: string) => string | undefined): void;
}

/** Several maps that move together. A change costs their size, so it is for structure, never for a keystroke. */
export function createPathTables(tables: readonly Map<Pointer, unknown>[]): PathTables {
  return {
    clear(path, itself) {
      for (const table of tables) {
        for (const key of table.keys()) if (isWithin(key, path) && (itself || key !== path)) table.delete(key);
      }
    },
    rename(path, to) {
      for (const table of tables) {
        const moved: [Pointer, unknown][] = [];
        for (const [key, value] of table) {
          if (key.length <= path.length + 1 || !isWithin(key, path)) continue;
          const rest = key.slice(path.length + 1);
          const cut = rest.indexOf("/");
          const step = cut < 0 ? rest : rest.slice(0, cut);
          const next = to(step);
          if (next === step) continue;
          table.delete(key);
          if (next !== undefined) moved.push([`${path}/${next}${cut < 0 ? "" : rest.slice(cut)}`, value]);
        }
        for (const [key, value] of moved) table.set(key, value);
      }
    },
  };
}
