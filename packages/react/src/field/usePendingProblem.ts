"use client";
import type { Pointer } from "@callboard/core/form";
import { useContext, useEffect } from "react";
import { FormContext } from "../form/formContext.ts";
import type { Translate } from "../messages/messages.ts";

/** Keeps a form from being submitted while a file of it is under way: the field says why, and is led to. */
export function usePendingProblem(path: Pointer, value: unknown, isPending: boolean, t: Translate): void {
  const store = useContext(FormContext)?.store;
  useEffect(() => {
    // A new value takes what was known of the place with it, and a restored draft may still hold it.
    store?.setProblem(path, isPending ? { path, code: "custom", message: t("upload.pending") } : undefined);
  }, [store, path, value, isPending, t]);
  useEffect(() => () => store?.setProblem(path, undefined), [store, path]);
}
