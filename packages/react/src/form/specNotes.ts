"use client";
import type { Pointer } from "@callboard/core/form";
import { createContext, type ReactNode } from "react";

/** What is wrong with a form's FormSpec, by `notePlace`; undefined where nothing is, and in production. */
export type SpecNotes = ReadonlyMap<string, ReactNode>;

export const SpecNotesContext = createContext<SpecNotes | undefined>(undefined);

/** Where a note stands: before or after a field, or above the form. */
export const notePlace = (side?: "before" | "after", path?: Pointer): string => (side ? `${side} ${path}` : "above");
