import { parentPointer, type Pointer } from "./pointer.ts";

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
  /** The places one step below, where somebody listens there or further down. */
  const below = new Map<Pointer, Set<Pointer>>();
  const fields = new Map<Pointer, { state: Field; fresh: boolean }>();
  const groups = new Map<Pointer, Group>();

  const tellAt = (path: Pointer): void => {
    const known = fields.get(path);
    if (known) known.fresh = false;
    const set = listeners.get(path);
    if (set) for (const listener of [...set]) listener();
  };
  const tellBelow = (path: Pointer): void => {
    const children = below.get(path);
    if (!children) return;
    for (const child of [...children]) {
      tellBelow(child);
      tellAt(child);
    }
  };
  const enter = (path: Pointer): void => {
    for (let at = path; at !== ""; at = parentPointer(at)) {
      const siblings = below.get(parentPointer(at));
      if (siblings?.has(at)) return;
      if (siblings) siblings.add(at);
      else below.set(parentPointer(at), new Set([at]));
    }
  };
  const leave = (path: Pointer): void => {
    for (let at = path; at !== "" && !listeners.has(at) && !below.has(at); at = parentPointer(at)) {
      const siblings = below.get(parentPointer(at));
      siblings?.delete(at);
      if (siblings?.size === 0) below.delete(parentPointer(at));
    }
  };
  return {
    subscribe(path, listener) {
      let set = listeners.get(path);
      if (!set) {
        listeners.set(path, (set = new Set()));
        enter(path);
      }
      set.add(listener);
      return () => {
        set.delete(listener);
        if (set.size > 0 || listeners.get(path) !== set) return;
        listeners.delete(path);
        fields.delete(path);
        groups.delete(path);
        leave(path);
      };
    },
    tell(path, isBelow) {
      if (isBelow) tellBelow(path);
      for (let at = path; ; at = parentPointer(at)) {
        tellAt(at);
        if (at === "") break;
      }
    },
    tellOnly: tellAt,
    tellEverybody() {
      for (const path of [...listeners.keys()]) tellAt(path);
    },
    field(path, read) {
      const known = fields.get(path);
      // Where nobody listens, nobody is told, and what was read once may be old.
      if (known?.fresh && listeners.has(path)) return known.state;
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
