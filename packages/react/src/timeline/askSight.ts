"use client";
import { createContext, useContext, useEffect, useLayoutEffect, useState, type RefObject } from "react";
import type { Store } from "../useStore.ts";

/** The ids of the asks that a reader sees in a scroller. */
export interface AskSight extends Store<ReadonlySet<string>> {
  /**
   * Follows the panel of an ask until the returned function is called: it is seen where what answers it is within
   * reach.
   */
  watch(panel: Element, askId: string): () => void;
}

/** Where the asks below are followed; null follows none. */
export const AskSightContext = createContext<AskSight | null>(null);

/** What a panel is answered with: its buttons, or the end of its form. */
const ANSWER = ".cb-approval-buttons, .cb-form-footer";

/** How much of that is in sight before an ask counts as seen: an edge that peeks in cannot be pressed. */
const SEEN = 0.9;

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
  const note = (id: string | undefined, isSeen: boolean) => {
    if (id === undefined || isSeen === seen.has(id)) return;
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
          for (const { target, intersectionRatio } of entries) note(idOf.get(target), intersectionRatio >= SEEN);
        },
        { root, threshold: SEEN },
      );
      let followed: Element | undefined;
      const follow = (next: Element | undefined) => {
        if (next === followed) return;
        if (followed) {
          observer?.unobserve(followed);
          idOf.delete(followed);
        }
        followed = next;
        if (!next) return;
        idOf.set(next, askId);
        observer?.observe(next);
      };
      // An ask that this reader cannot answer is read from its head on.
      const find = () => follow(panel.querySelector(ANSWER) ?? panel.firstElementChild ?? panel);
      find();
      // Its form comes later, and another stands in its place while it is edited.
      const changes = new MutationObserver(find);
      changes.observe(panel, { childList: true, subtree: true });
      return () => {
        changes.disconnect();
        follow(undefined);
        note(askId, false);
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
