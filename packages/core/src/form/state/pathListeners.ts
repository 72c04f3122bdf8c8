import { createStore, type StoreApi } from "zustand/vanilla";
import { parentPointer, type Pointer } from "../../json/pointer.ts";

/** Listeners by place, and the last state that each place had for them. */
export interface PathListeners<Field extends object, Group extends object> {
  subscribe(path: Pointer, listener: () => void): () => void;
  /** Notifies a place, the places above it and, with `below`, those under it. */
  notify(path: Pointer, below: boolean): void;
  notifyOnly(path: Pointer): void;
  notifyAll(): void;
  /** A field's state; the same object as before unless something in it changed. */
  field(path: Pointer, read: () => Field): Field;
  group(path: Pointer, read: () => Group): Group;
}

/** A place that has listeners: a store of how often it changed. */
interface Place {
  revision: StoreApi<number>;
  listeners: number;
}

export function createPathListeners<Field extends object, Group extends object>(): PathListeners<Field, Group> {
  const places = new Map<Pointer, Place>();
  /** The places one step below that have listeners, or have some further down. */
  const below = new Map<Pointer, Set<Pointer>>();
  /** The state of each place as of a revision; of a place without listeners, as it was read last. */
  const fields = new Map<Pointer, { state: Field; revision: number | undefined }>();
  const groups = new Map<Pointer, Group>();

  const notifyOnly = (path: Pointer): void => places.get(path)?.revision.setState((revision) => revision + 1);
  const notifyBelow = (path: Pointer): void => {
    for (const child of [...(below.get(path) ?? [])]) {
      notifyBelow(child);
      notifyOnly(child);
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
    places.delete(path);
    fields.delete(path);
    groups.delete(path);
    for (let at = path; at !== "" && !places.has(at) && !below.has(at); at = parentPointer(at)) {
      const siblings = below.get(parentPointer(at));
      siblings?.delete(at);
      if (siblings?.size === 0) below.delete(parentPointer(at));
    }
  };
  return {
    subscribe(path, listener) {
      let place = places.get(path);
      if (!place) {
        places.set(path, (place = { revision: createStore(() => 0), listeners: 0 }));
        enter(path);
      }
      const { revision } = place;
      const unsubscribe = revision.subscribe(() => listener());
      let isOver = false;
      place.listeners++;
      return () => {
        unsubscribe();
        if (isOver) return;
        isOver = true;
        place.listeners--;
        if (place.listeners === 0) leave(path);
      };
    },
    notify(path, isBelow) {
      if (isBelow) notifyBelow(path);
      for (let at = path; ; at = parentPointer(at)) {
        notifyOnly(at);
        if (at === "") break;
      }
    },
    notifyOnly,
    notifyAll() {
      for (const path of [...places.keys()]) notifyOnly(path);
    },
    field(path, read) {
      const last = fields.get(path);
      const revision = places.get(path)?.revision.getState();
      if (last && revision !== undefined && last.revision === revision) return last.state;
      const next = read();
      const state = last && isSame(last.state, next) ? last.state : next;
      fields.set(path, { state, revision });
      return state;
    },
    group(path, read) {
      const next = read();
      const last = groups.get(path);
      if (last && isSame(last, next)) return last;
      groups.set(path, next);
      return next;
    },
  };
}

function isSame(a: object, b: object): boolean {
  return (Object.keys(b) as (keyof typeof b)[]).every((key) => Object.is(a[key], b[key]));
}
