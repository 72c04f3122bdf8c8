import type { Store } from "../useStore.ts";

/** Where a list ends that may be written far from the screen. */
export interface ListEnd {
  /**
   * How many of the last rows stand in one block that is far; none where the end is near. Until the returned function
   * is called.
   */
  follow(farRows: number): () => void;
  /**
   * The store of the list, whose changes among those rows, or after them, are told a few times a second. All others are
   * told at once.
   */
  unhurried<Value>(store: Store<Value>, rowsOf: (value: Value) => readonly unknown[]): Store<Value>;
}

/** In milliseconds. All that a reader sees of what comes far away is a scrollbar that gets shorter. */
const INTERVAL = 250;

export function createListEnd(): ListEnd {
  let far = 0;
  let told: ReturnType<typeof setTimeout> | undefined;
  let tell: (() => void) | undefined;
  const tellNow = () => {
    clearTimeout(told);
    told = undefined;
    tell?.();
  };
  return {
    follow(farRows) {
      far = farRows;
      if (far === 0 && told !== undefined) tellNow();
      return () => void (far = 0);
    },
    unhurried<Value>(store: Store<Value>, rowsOf: (value: Value) => readonly unknown[]) {
      let shown: Value | undefined;
      const mayWait = () => {
        if (far === 0 || shown === undefined) return false;
        const rows = rowsOf(shown);
        const next = rowsOf(store.read());
        if (next.length < rows.length) return false;
        for (let at = rows.length - far - 1; at >= 0; at--) if (rows[at] !== next[at]) return false;
        return true;
      };
      return {
        read() {
          if (told === undefined || shown === undefined) shown = store.read();
          return shown;
        },
        readOnServer: store.readOnServer,
        subscribe(listener) {
          tell = listener;
          const stop = store.subscribe(() => {
            if (mayWait()) told ??= setTimeout(tellNow, INTERVAL);
            else tellNow();
          });
          return () => {
            stop();
            clearTimeout(told);
            told = tell = undefined;
          };
        },
      };
    },
  };
}
