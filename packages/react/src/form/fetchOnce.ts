"use client";
import { useSyncExternalStore } from "react";

/** A module that is fetched beside what needs it. */
export interface Fetched<Module> {
  fetch(): Promise<Module>;
  /** The module once it is there; until then it is being fetched, and tried again while somebody waits. */
  use(): Module | undefined;
}

/** How long after a failure it is tried again, in milliseconds. */
const patience = 3_000;

export function fetchOnce<Module>(load: () => Promise<Module>): Fetched<Module> {
  let loaded: Module | undefined;
  let loading: Promise<Module> | undefined;
  const waiting = new Set<() => void>();

  const fetch = (): Promise<Module> => {
    loading ??= load().then(
      (module) => {
        loaded = module;
        for (const listener of waiting) listener();
        return module;
      },
      (error: unknown) => {
        loading = undefined;
        if (waiting.size > 0) setTimeout(demand, patience);
        throw error;
      },
    );
    return loading;
  };
  const demand = (): void => void fetch().catch(() => {});
  const subscribe = (listener: () => void): (() => void) => {
    waiting.add(listener);
    if (!loaded) demand();
    return () => waiting.delete(listener);
  };
  const read = (): Module | undefined => loaded;
  // What a server draws is what a browser draws first.
  const none = (): undefined => undefined;
  // oxlint-disable-next-line react/rules-of-hooks -- a hook by its place
  return { fetch, use: () => useSyncExternalStore(subscribe, read, none) };
}
