"use client";
import type { AgentView } from "@callboard/core";
import { createContext, type ReactNode } from "react";

/** What stands beside the words with which an agent ended, such as a way to go on. */
export type EndActions = (agent: AgentView) => ReactNode;

/** The timeline's own, for the agents inside its calls. */
export const EndActionsContext = createContext<EndActions | undefined>(undefined);
