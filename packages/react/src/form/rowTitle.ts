"use client";
import { childPointer, titleKeys, type FormNode, type FormStore, type Pointer } from "@callboard/core/form";
import { useMemo } from "react";
import { useFormScope } from "../field/api/formContext.ts";
import { useStore } from "../useStore.ts";

/** What an element of a list is called by its own title or name; undefined where it has none. */
export function rowTitle(store: FormStore, node: FormNode | undefined, path: Pointer): string | undefined {
  for (const key of titleKeys(node)) {
    const value = store.getValue(childPointer(path, key));
    const title = typeof value === "string" ? value.trim() : "";
    if (title !== "") return title;
  }
  return undefined;
}

/**
 * In milliseconds: a row takes the name that is typed into it once the typing rests, so that a key draws its field
 * alone.
 */
const restAfter = 250;

/** The same, live: nothing but the title is listened to. */
export function useRowTitle(node: FormNode | undefined, path: Pointer): string | undefined {
  const { store } = useFormScope();
  return useStore(
    useMemo(
      () => ({
        subscribe(listener) {
          let rest: ReturnType<typeof setTimeout> | undefined;
          const wait = () => {
            clearTimeout(rest);
            rest = setTimeout(listener, restAfter);
          };
          const stops = titleKeys(node).map((key) => store.subscribe(childPointer(path, key), wait));
          return () => {
            clearTimeout(rest);
            stops.forEach((stop) => stop());
          };
        },
        read: () => rowTitle(store, node, path),
      }),
      [store, node, path],
    ),
  );
}
