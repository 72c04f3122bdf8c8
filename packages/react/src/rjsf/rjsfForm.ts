"use client";
import { beyondModel } from "@callboard/core/form";
import { lazy } from "react";
import type { ExoticFields } from "../form/exotic.ts";

/**
 * Draws the fields of schemas that are beyond the kit's own forms, by rjsf, in the kit's looks; fetched when such a schema
 * is first met.
 * @example
 * ```tsx
 * <ToolProvider exotic={rjsfForm}>…</ToolProvider>
 * ```
 */
export const rjsfForm: ExoticFields = Object.assign(
  lazy(() => import("./RjsfFields.tsx")),
  {
    isBeyond: (schema: Parameters<ExoticFields["isBeyond"]>[0]) =>
      typeof schema === "object" && beyondModel(schema).length > 0,
  },
);
