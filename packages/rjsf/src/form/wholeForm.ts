"use client";
import { beyondModel } from "@callboard/core/form";
import { lazy } from "react";
import type { FallbackForm } from "@callboard/react/internal-form";

/**
 * Draws the fields of schemas that are beyond the kit's own forms, by rjsf, in the kit's looks; fetched when such a
 * schema is first met.
 * @example
 * ```tsx
 * <ToolProvider fallbackForm={rjsfForm}>…</ToolProvider>
 * ```
 */
export const rjsfForm: FallbackForm = Object.assign(
  lazy(() => import("./RjsfFields.tsx")),
  {
    isBeyond: (schema: Parameters<FallbackForm["isBeyond"]>[0]) =>
      typeof schema === "object" && beyondModel(schema).length > 0,
  },
);
