"use client";
import { lazy, Suspense, useEffect, type ReactNode } from "react";
import type { ToolOutputProps } from "./ToolOutput.tsx";

let loading: Promise<typeof import("./ToolOutput.tsx")> | undefined;
const load = () => (loading ??= import("./ToolOutput.tsx"));
const Loaded = lazy(() => load().then((module) => ({ default: module.ToolOutput })));

/** `ToolOutput`, fetched when the first card is there rather than with the page: a collapsed card needs none of it. */
export function LazyToolOutput(props: ToolOutputProps): ReactNode {
  return (
    <Suspense fallback={<div className="cb-output-pending" aria-busy="true" />}>
      <Loaded {...props} />
    </Suspense>
  );
}

/** Fetches what shows outputs while nobody waits for it, so that opening a card does not. */
export function usePreloadedOutput(): void {
  useEffect(() => void load(), []);
}
