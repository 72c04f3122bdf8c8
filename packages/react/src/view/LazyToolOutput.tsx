"use client";
import { Suspense, type ReactNode } from "react";
import { DrawnOutput, loadOutput } from "#view/parts";
import type { ToolOutputProps } from "./outputProps.ts";
import { PendingOutput } from "./PendingOutput.tsx";

/**
 * What `ToolOutput` draws, in a chunk that loads with the first card and not with the page: a collapsed card does not
 * need it.
 */
export function LazyToolOutput(props: ToolOutputProps): ReactNode {
  return (
    <Suspense fallback={<PendingOutput />}>
      <DrawnOutput {...props} />
    </Suspense>
  );
}

let isAsked = false;

/**
 * Loads it in advance, so that opening a card does not wait for it: once a page, when the page has time, before what
 * happens leaves it none.
 */
export function preloadOutput(): void {
  if (isAsked) return;
  isAsked = true;
  const load = () => void loadOutput().catch(() => (isAsked = false));
  if (typeof requestIdleCallback === "function") requestIdleCallback(load);
  else setTimeout(load, 300);
}
