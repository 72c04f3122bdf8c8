/** What was made for the keys that were last asked for. */
export interface Recent<Value> {
  /** What is kept for a key, or made for it now. */
  of(key: string, make: () => Value): Value;
  forget(key: string): void;
  readonly size: number;
}

/** Keeps what is made for `capacity` keys; the one that was not asked for longest goes first. */
export function createRecent<Value>(capacity: number): Recent<Value> {
  const kept = new Map<string, Value>();
  return {
    of(key, make) {
      const value = kept.get(key) ?? make();
      kept.delete(key);
      kept.set(key, value);
      if (kept.size > capacity) kept.delete(kept.keys().next().value!);
      return value;
    },
    forget: (key) => void kept.delete(key),
    get size() {
      return kept.size;
    },
  };
}
