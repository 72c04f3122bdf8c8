"use client";
import { childPointer, type FormNode, type FormStore, type Pointer } from "@callboard/core/form";
import { useEffect, useMemo, type ReactNode, type RefObject } from "react";
import { useFormScope } from "../field/api/formContext.ts";
import { useStore } from "../useStore.ts";
import { drawRow, isKept, keepRow } from "./nearRows.ts";

let observer: IntersectionObserver | undefined;

interface Resting {
  node: FormNode;
  path: Pointer;
  label: string;
}

/**
 * Has a row of a long list drawn while it is within a screen of what is seen; its height stays, so that nothing moves.
 */
export function NearRow({ row: ref, rests }: { row: RefObject<HTMLElement | null>; rests?: Resting }): ReactNode {
  useEffect(() => {
    const row = ref.current;
    if (!row) return undefined;
    const keep = (): void => keepRow(row);
    const acts = ["focusin", "drop"] as const;
    acts.forEach((act) => row.addEventListener(act, keep));
    observer ??= new IntersectionObserver(tellRows, { rootMargin: "100% 0px" });
    const watching = observer;
    watching.observe(row);
    return () => {
      acts.forEach((act) => row.removeEventListener(act, keep));
      watching.unobserve(row);
    };
  }, [ref]);
  return rests ? <RestingRow {...rests} /> : null;
}

function tellRows(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting, boundingClientRect } of entries) {
    const row = target as HTMLElement;
    if (!isIntersecting && isKept(row)) continue;
    if (row.dataset["resting"] === undefined) {
      const height = `${Math.round(boundingClientRect.height)}px`;
      // Rows that were never drawn are taken to be as high as one that was.
      row.parentElement?.style.setProperty("--cb-row-height", height);
      if (!isIntersecting) row.style.setProperty("--cb-row-height", height);
    }
    drawRow.get(row)?.(isIntersecting);
  }
}

/** How many of an element's values stand for it, and how many letters of them. */
const mostValues = 4;
const mostLetters = 200;

/** In the place of a row that rests: its values in one line, for who searches the page or has it read. */
function RestingRow({ node, path, label }: Resting): ReactNode {
  const { store, idOf } = useFormScope();
  const values = useStore(
    useMemo(
      () => ({
        subscribe: (listener) => store.subscribe(path, listener),
        read: () => valuesAt(store, node, path),
      }),
      [store, node, path],
    ),
  );
  return (
    <p className="cb-row-rest" id={idOf(path)} tabIndex={-1}>
      {values === "" ? label : `${label}: ${values}`}
    </p>
  );
}

/**
 * The values of an element's first fields. Only single values are read: reading a list or an object costs the next
 * change a copy.
 */
function valuesAt(store: FormStore, node: FormNode, path: Pointer): string {
  const places =
    node.kind === "object"
      ? [...node.fields].flatMap(([key, { kind }]) => (kind === "leaf" ? [childPointer(path, key)] : []))
      : node.kind === "leaf"
        ? [path]
        : [];
  return places
    .slice(0, mostValues)
    .map((place) => store.getValue(place))
    .filter((value) => value !== undefined && value !== "" && typeof value !== "object")
    .join(" · ")
    .slice(0, mostLetters);
}
