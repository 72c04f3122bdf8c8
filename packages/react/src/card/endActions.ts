"use client";
import type { AgentView } from "@callboard/core";
import { createContext, type ReactNode } from "react";

/** Draws actions beside the note of how an agent ended, such as a button to continue. */
export type EndActions = (agent: AgentView) => ReactNode;

/** The end actions of the nearest timeline, for its agents at any depth. */
export const EndActionsContext = createContext<EndActions | undefined>(undefined);
