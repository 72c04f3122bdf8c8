"use client";
import { useReducer, useSyncExternalStore } from "react";
import { useCommitEffect } from "./useCommitEffect.ts";

/**
 * State outside React. `read` returns the same value until the state changes, and then the subscribers are notified.
 */
export interface Store<Value> {
  readonly subscribe: (listener: () => void) => () => void;
  readonly read: () => Value;
  /** The value that a server renders, and a browser at first; `read` unless given. */
  readonly readOnServer?: () => Value;
}

const noStore: Store<undefined> = { subscribe: () => () => {}, read: () => undefined };

/** The value of a store, live; `undefined` without a store. A store made in a component has to be memoized. */
export function useStore<Value>(store: Store<Value>): Value;
export function useStore<Value>(store: Store<Value> | undefined): Value | undefined;
export function useStore<Value>(store: Store<Value> | undefined): Value | undefined {
  const { subscribe, read, readOnServer = read }: Store<Value | undefined> = store ?? noStore;
  return useSyncExternalStore(subscribe, read, readOnServer);
}

/**
 * Subscribes a new tree to its stores before it is painted: what is measured then is drawn then. React does so only
 * where it renders once more; else it paints first.
 */
export function useStoresBeforePaint(): void {
  const [, renderAgain] = useReducer(() => true, false);
  useCommitEffect(renderAgain, [renderAgain]);
}
