"use client";
import type { Pointer } from "@callboard/core/form";
import { useContext, useEffect } from "react";
import { FormContext } from "../api/formContext.ts";
import type { UploadTranslate } from "../../messages/messages.ts";

/** Blocks a form's submit while a file is being uploaded: the field has the error. */
export function usePendingProblem(path: Pointer, value: unknown, isPending: boolean, t: UploadTranslate): void {
  const store = useContext(FormContext)?.store;
  useEffect(() => {
    // Setting a value drops the problem, and a restored draft may still hold it.
    store?.setProblem(path, isPending ? { path, code: "custom", message: t("upload.pending") } : undefined);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new value drops the problem of the place
  }, [store, path, value, isPending, t]);
  useEffect(() => () => store?.setProblem(path, undefined), [store, path]);
}
