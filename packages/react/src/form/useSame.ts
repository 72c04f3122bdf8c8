"use client";
import { sameJson } from "@callboard/core/form";
import { useState } from "react";

/** The first value as long as later ones are equal: schemas and specs are often written inline. */
export function useSame<T>(value: T): T {
  const [kept, setKept] = useState(value);
  if (Object.is(kept, value) || sameData(kept, value)) return kept;
  setKept(value);
  return value;
}

function sameData(a: unknown, b: unknown): boolean {
  try {
    return typeof a === "object" && typeof b === "object" && sameJson(a, b);
  } catch {
    return false;
  }
}
