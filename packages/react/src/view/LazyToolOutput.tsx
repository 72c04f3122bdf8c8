"use client";
import { Suspense, type ReactNode } from "react";
import { loadOutput } from "#view/parts";
import { lazyComponent } from "../provider/lazyModule.ts";
import type { ToolOutputProps } from "./outputProps.ts";

const Output = lazyComponent(
  async () => (await Promise.all([import("./ToolOutput.tsx"), loadOutput()]))[0],
  (module) => module.ToolOutput,
);

/** `ToolOutput` in a chunk that loads with the first card, not with the page: a collapsed card does not need it. */
export function LazyToolOutput(props: ToolOutputProps): ReactNode {
  return (
    <Suspense fallback={<div className="cb-output-pending" aria-busy="true" />}>
      <Output {...props} />
    </Suspense>
  );
}

let isAsked = false;

/** Loads `ToolOutput` in advance, so that opening a card does not wait for it; once a page, after what the reader waits for now. */
export function preloadOutput(): void {
  if (isAsked) return;
  isAsked = true;
  const load = () => void Output.load().catch(() => (isAsked = false));
  setTimeout(() => (typeof requestIdleCallback === "function" ? requestIdleCallback(load) : load()), 300);
}
