"use client";
import { useEffect, useRef, type RefObject } from "react";
import { isProduction } from "./warnOnce.ts";

/** In milliseconds: time for a stylesheet that comes after the script. */
const patience = 2_000;

let isChecked = false;

/** Says on the console, once a page, that a component's root has no stylesheet; the ref goes on that root. */
export function useStylesheet<Root extends HTMLElement>(): RefObject<Root | null> {
  const root = useRef<Root>(null);
  useEffect(() => {
    // Only a browser applies stylesheets: a DOM for tests has no `CSS`.
    if (isChecked || isProduction() || typeof CSS === "undefined") return undefined;
    const timer = setTimeout(() => {
      if (isChecked || !root.current) return;
      isChecked = true;
      const { current } = root;
      import("./missingStylesheet.ts").then(
        ({ tellMissingStylesheet }) => tellMissingStylesheet(current),
        () => {},
      );
    }, patience);
    return () => clearTimeout(timer);
  }, []);
  return root;
}
