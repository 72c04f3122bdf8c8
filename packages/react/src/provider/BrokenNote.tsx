"use client";
import { Suspense, type ReactNode } from "react";
import type { BrokenNoteProps } from "./BrokenText.tsx";
import { lazyComponent } from "./lazyModule.ts";

// Fetched when something breaks, which on most pages is never.
const BrokenText = lazyComponent(
  () => import("./BrokenText.tsx"),
  (module) => module.BrokenText,
);

/** Says in the place of something broken what it was and, folded, what went wrong. */
export function BrokenNote(props: BrokenNoteProps): ReactNode {
  return (
    <Suspense fallback={null}>
      <BrokenText {...props} />
    </Suspense>
  );
}
