"use client";
import { createContext, type ComponentType } from "react";

/** Draws a call. Cards hold agents, which hold cards: the card hands itself down, so that neither module imports the other in a circle. */
export const CallSlot = createContext<ComponentType<{ callId: string }> | null>(null);

/** How many sub-agents a card is inside of. */
export const NestingContext = createContext(0);
