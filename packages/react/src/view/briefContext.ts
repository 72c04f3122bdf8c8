"use client";
import { createContext } from "react";
import type { BriefBlocks } from "./briefBlocks.ts";

/** Whoever shows an output in brief, and hears what of it is shown; undefined where all of it is. */
export interface BriefView {
  tell(brief: Omit<BriefBlocks, "blocks"> | undefined): void;
}

/** Where outputs are shown in brief; null shows them whole. */
export const BriefContext = createContext<BriefView | null>(null);
