"use client";
import { createContext, type ReactNode } from "react";

/** What a person can do about an output that reports an error, for its place below the error. */
export const ErrorStepsContext = createContext<ReactNode>(null);
