"use client";
import type { FormNode, Pointer } from "@callboard/core/form";
import type { ReactNode } from "react";
import { useFormScope } from "./formContext.ts";

/** Entries beside an object's fields, once what draws them is there. */
export function LaterRows(props: { item: FormNode; path: Pointer; label: string }): ReactNode {
  const parts = useFormScope().useLaterParts();
  return parts && <parts.EntryRows {...props} />;
}
