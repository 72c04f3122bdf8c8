"use client";
import type { FormNode, Pointer } from "@callboard/core/form";
import type { ReactNode } from "react";
import { useLaterParts } from "./formContext.ts";

/** Entries beside an object's fields, once what draws them is there. */
export function LaterRows(props: { item: FormNode; path: Pointer; label: string }): ReactNode {
  const parts = useLaterParts();
  return parts && <parts.EntryRows {...props} />;
}
