"use client";
import type { CallView, ToolDetail } from "@callboard/core";
import { createContext, useContext } from "react";

/** What the parts of one card share. */
export interface CardState {
  call: CallView;
  tool: ToolDetail | undefined;
  name: string;
  open: boolean;
  /** It is open for its result, which the tool's view wants in the thread. */
  isForResult: boolean;
  toggle: () => void;
  bodyId: string;
}

export const CardContext = createContext<CardState | null>(null);

/**
 * Whether the reader has the arguments before them already, as in the form of a tool's page: then the card shows its
 * result first.
 */
export const InputBesideContext = createContext(false);

/** Whether results stand among others, as in a chat, and are shown in brief; true unless given. */
export const BriefResultsContext = createContext(true);

/** The card around a part. */
export function useCard(part: string): CardState {
  const card = useContext(CardContext);
  if (!card)
    throw new Error(`<ToolCallCard.${part}> stands outside a card. Put it inside <ToolCallCard.Root callId="…">.`);
  return card;
}
