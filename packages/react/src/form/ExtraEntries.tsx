"use client";
import type { FormNode, Pointer } from "@callboard/core/form";
import { Suspense, type ReactNode } from "react";
import { lazyComponent } from "../provider/lazyModule.ts";

const EntryRows = lazyComponent(
  () => import("./MapField.tsx"),
  (module) => module.EntryRows,
);

/** The entries that an object has beside its own fields. */
export function ExtraEntries(props: { item: FormNode; path: Pointer; label: string }): ReactNode {
  return (
    <Suspense fallback={null}>
      <EntryRows {...props} />
    </Suspense>
  );
}
