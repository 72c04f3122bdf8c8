"use client";
import { createContext, type ComponentType } from "react";

/**
 * The component that draws a call. A card holds agents, which hold cards: the card passes itself down, so that the two
 * modules do not import each other.
 */
export const CallSlot = createContext<ComponentType<{ callId: string; settled?: boolean }> | null>(null);

/** The number of sub-agents around a card. */
export const NestingContext = createContext(0);

/** Whether work that is over comes together in one row. */
export const FoldsContext = createContext(true);
