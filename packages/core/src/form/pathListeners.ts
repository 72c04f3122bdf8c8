import { isWithin, parentPointer, type Pointer } from "./pointer.ts";

/** Who wants to hear of which place, and what each has last been told. */
export interface PathListeners<Field extends object, Group extends object> {
  subscribe(path: Pointer, listener: () => void): () => void;
  /** Tells a place, what is above it, and with `below` what is under it. */
  tell(path: Pointer, below: boolean): void;
  /** Tells one place alone. */
  tellOnly(path: Pointer): void;
  tellEverybody(): void;
  /** A field's state; the same object as before unless something in it changed. */
  field(path: Pointer, read: () => Field): Field;
  group(path: Pointer, read: () => Group): Group;
}

export function createPathListeners<Field extends object, Group extends object>(): PathListeners<Field, Group> {
  const listeners = new Map<Pointer, Set<() => void>>();
  const fields = new Map<Pointer, { state: Field; fresh: boolean }>();
  const groups = new Map<Pointer, Group>();

  const call = (path: Pointer): void => {
    const set = listeners.get(path);
    if (set) for (const listener of [...set]) listener();
  };
  const stale = (path: Pointer): void => {
    const known = fields.get(path);
    if (known) known.fresh = false;
  };
  return {
    subscribe(path, listener) {
      let set = listeners.get(path);
      if (!set) listeners.set(path, (set = new Set()));
      set.add(listener);
      return () => {
        set.delete(listener);
        if (set.size > 0 || listeners.get(path) !== set) return;
        listeners.delete(path);
        fields.delete(path);
        groups.delete(path);
      };
    },
    tell(path, below) {
      if (below) {
        for (const [key, known] of fields) if (isWithin(key, path)) known.fresh = false;
        for (const key of [...listeners.keys()]) if (key !== path && isWithin(key, path)) call(key);
      }
      for (let at = path; ; at = parentPointer(at)) {
        stale(at);
        call(at);
        if (at === "") break;
      }
    },
    tellOnly(path) {
      stale(path);
      call(path);
    },
    tellEverybody() {
      for (const known of fields.values()) known.fresh = false;
      for (const path of [...listeners.keys()]) call(path);
    },
    field(path, read) {
      const known = fields.get(path);
      if (known?.fresh) return known.state;
      const next = read();
      const state = known && isSame(known.state, next) ? known.state : next;
      fields.set(path, { state, fresh: true });
      return state;
    },
    group(path, read) {
      const next = read();
      const known = groups.get(path);
      if (known && isSame(known, next)) return known;
      groups.set(path, next);
      return next;
    },
  };
}

function isSame(a: object, b: object): boolean {
  return (Object.keys(b) as (keyof typeof b)[]).every((key) => Object.is(a[key], b[key]));
}
