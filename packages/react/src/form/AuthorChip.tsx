"use client";
import type { FieldState } from "@callboard/core/form";
import type { ReactNode } from "react";
import type { FormTranslate } from "../messages/messages.ts";

/**
 * Says who filled a field in, where that is news: a model, or a human who wants something else than the model asked
 * for.
 */
export function AuthorChip({ id, field, t }: { id: string; field: FieldState; t: FormTranslate }): ReactNode {
  return (
    <span className="cb-field-by" id={id} data-by={field.by}>
      {t(field.overruled ? "form.by.overruled" : "form.by.model")}
    </span>
  );
}

export const hasAuthorChip = (field: FieldState): boolean =>
  field.overruled || (field.by === "model" && field.value !== undefined);
