"use client";
import { Suspense, useState, type ReactNode } from "react";
import { lazyComponent } from "../provider/lazyModule.ts";
import { useAllowances, useAsks } from "../timeline/useAsks.ts";

export interface AskDockProps {
  className?: string;
}

const Dock = lazyComponent(
  () => import("./asks/DockList.tsx"),
  (module) => module.DockList,
);

/**
 * All that waits for a person in the nearest timeline, whatever its depth: each ask with its place, to be answered
 * there, and approvals several at once. Nothing where nothing waits.
 * @example
 * ```tsx
 * <ToolProvider client={client} timeline={timeline}><AskDock /></ToolProvider>
 * ```
 */
export function AskDock({ className }: AskDockProps): ReactNode {
  const { asks } = useAsks();
  const { allowances } = useAllowances();
  // Who is in it when the last ask goes keeps their place until they leave it.
  const [isHeld, setHeld] = useState(false);
  if (asks.length === 0 && allowances.length === 0 && !isHeld) return null;
  return (
    <Suspense fallback={null}>
      <Dock {...(className !== undefined && { className })} isHeld={isHeld} onHeld={setHeld} />
    </Suspense>
  );
}
