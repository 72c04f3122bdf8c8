"use client";
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useState,
  type RefObject,
} from "react";

/** Keeps which long values of an ask have not been within reach to their end. */
interface Reach {
  note(id: string, name: string | null): void;
}

export const ReachContext = createContext<Reach | null>(null);

/** The long values below a `ReachContext` whose end nobody could have seen yet, by name. */
export function useReach(): { reach: Reach; unread: readonly string[]; isKnown: boolean } {
  // A frame after the values have looked at themselves.
  const [isKnown, setKnown] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setKnown(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const note = useCallback((id: string, name: string | null) => {
    setNames((before) => {
      if ((before.get(id) ?? null) === name) return before;
      const after = new Map(before);
      if (name === null) after.delete(id);
      else after.set(id, name);
      return after;
    });
  }, []);
  const reach = useMemo(() => ({ note }), [note]);
  return { reach, unread: useMemo(() => [...new Set(names.values())], [names]), isKnown };
}

/**
 * Tells the ask around it when a box has shown the end of its text; a box that is not laid out has shown nothing.
 * Returns whether the box holds more than it shows.
 */
export function useReachedEnd(box: RefObject<HTMLElement | null>, name: string, isLong: boolean): boolean {
  const reach = useContext(ReachContext);
  const id = useId();
  const [isCut, setCut] = useState(isLong);
  useLayoutEffect(() => {
    const element = box.current;
    if (!isLong || !element) return;
    let isReached = false;
    const look = () => {
      const { scrollTop, clientHeight, scrollHeight } = element;
      const isLaidOut = clientHeight > 0;
      isReached ||= isLaidOut && scrollTop + clientHeight >= scrollHeight - 2;
      reach?.note(id, isReached ? null : name);
      if (isLaidOut) setCut(clientHeight < scrollHeight - 2);
    };
    look();
    element.addEventListener("scroll", look, { passive: true });
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    return () => {
      element.removeEventListener("scroll", look);
      sizes.disconnect();
    };
  }, [reach, box, id, name, isLong]);
  useEffect(() => () => reach?.note(id, null), [reach, id]);
  return isCut;
}
