"use client";
import type { FormModel, FormNode } from "@callboard/core/form";
import { Suspense, type ReactNode } from "react";
import { Contained } from "../provider/Contained.tsx";
import type { FallbackForm, FallbackFormProps } from "../provider/fallbackForm.ts";
import { FormBody } from "./FormBody.tsx";

/**
 * The model of a form whose fields the fallback draws: it hides fields by itself, so none is left out of the output.
 */
export function drawnWhole(model: FormModel): FormModel {
  return { ...model, root: { ...model.root, conditional: false } as FormNode };
}

/** The fields of a fallback form; the kit's own fields where the fallback cannot be fetched or fails. */
export function FallbackFormBody({ Fields, ...props }: FallbackFormProps & { Fields: FallbackForm }): ReactNode {
  return (
    <Contained from={[Fields]} renderInstead={() => <FormBody />}>
      <Suspense fallback={<div aria-busy="true" />}>
        <Fields {...props} />
      </Suspense>
    </Contained>
  );
}
