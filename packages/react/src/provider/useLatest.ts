"use client";
import { useInsertionEffect, useRef, type RefObject } from "react";

/** The value of the last committed render, for handlers and effects that outlive the render they were made in. */
export function useLatest<Value>(value: Value): Readonly<RefObject<Value>> {
  const latest = useRef(value);
  useInsertionEffect(() => {
    latest.current = value;
  });
  return latest;
}
