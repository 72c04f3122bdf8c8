"use client";
import { createContext, useContext, useEffect, useLayoutEffect, useState, type RefObject } from "react";
import type { Store } from "../useStore.ts";

/** The ids of the asks that a reader sees in a scroller. */
export interface AskSight extends Store<ReadonlySet<string>> {
  /** Follows the panel of an ask until the returned function is called. */
  watch(panel: Element, askId: string): () => void;
}

/** Where the asks below are followed; null follows none. */
export const AskSightContext = createContext<AskSight | null>(null);

/** How much of a panel is in sight before it counts as seen, in pixels: a border that peeks in says nothing. */
const SEEN = 48;

/** The sight of a scroller, which keeps its element. Where nothing can be observed, nothing is seen. */
export function useAskSightOf(scroller: RefObject<Element | null>): AskSight {
  const [sight] = useState(createAskSight);
  // Before the effects of the panels, which are followed in it.
  useLayoutEffect(() => sight.lookFrom(scroller.current), [sight, scroller]);
  return sight;
}

function createAskSight(): AskSight & { lookFrom(scroller: Element | null): void } {
  let root: Element | null = null;
  const listeners = new Set<() => void>();
  const idOf = new WeakMap<Element, string>();
  let seen: ReadonlySet<string> = new Set();
  let observer: IntersectionObserver | undefined;
  const note = (panel: Element, isSeen: boolean) => {
    const id = idOf.get(panel)!;
    if (isSeen === seen.has(id)) return;
    const next = new Set(seen);
    if (isSeen) next.add(id);
    else next.delete(id);
    seen = next;
    for (const listener of [...listeners]) listener();
  };
  return {
    lookFrom: (scroller) => void (root = scroller),
    read: () => seen,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    watch(panel, askId) {
      if (typeof IntersectionObserver !== "function") return () => {};
      observer ??= new IntersectionObserver(
        (entries) => {
          for (const { target, isIntersecting } of entries) note(target, isIntersecting);
        },
        { root, rootMargin: `${-SEEN}px 0px` },
      );
      idOf.set(panel, askId);
      observer.observe(panel);
      return () => {
        observer?.unobserve(panel);
        note(panel, false);
      };
    },
  };
}

/** Has the panel of an ask followed where it stands in a chat; without an id it asks nothing yet. */
export function useSeenAsk(panel: RefObject<Element | null>, askId: string | undefined): void {
  const sight = useContext(AskSightContext);
  useEffect(() => {
    if (panel.current && askId !== undefined) return sight?.watch(panel.current, askId);
  }, [sight, panel, askId]);
}
