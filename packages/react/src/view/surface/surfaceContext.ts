"use client";
import { createContext, useContext } from "react";
import { isRecord } from "../../isRecord.ts";
import { resolve, wordsOf, type Scope } from "./resolve.ts";
import type { SurfacePart } from "./surfaceState.ts";

/** What every part of a surface works with. */
export interface SurfaceTools {
  parts: ReadonlyMap<string, SurfacePart>;
  model: unknown;
  locale: string;
  /** Writes what a person entered into the data. */
  write(path: string, value: unknown): void;
  /** Tells the agent of an act; undefined where this page passes nothing on. */
  act: ((part: SurfacePart, event: Record<string, unknown>, scope: Scope) => Promise<void>) | undefined;
  /** Has the agent run a function of its own; undefined where this page passes none on, or the agent has none. */
  call: ((part: SurfacePart, call: Record<string, unknown>, scope: Scope) => Promise<void>) | undefined;
}

export const SurfaceContext = createContext<SurfaceTools | null>(null);

/** The tools of a part, and its values in its scope. */
export function useSurface({ base }: { base: string }) {
  const tools = useContext(SurfaceContext)!;
  const scope: Scope = { model: tools.model, base, locale: tools.locale };
  return {
    ...tools,
    scope,
    /** What the agent says of a part for those who do not see it. */
    labelOf: ({ accessibility }: SurfacePart) =>
      isRecord(accessibility) ? wordsOf(accessibility["label"], scope) || undefined : undefined,
    valueOf: (value: unknown) => resolve(value, scope),
    textOf: (value: unknown) => wordsOf(value, scope),
  };
}
