"use client";
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
export const rjsfForm: ExoticFields = lazy(() => import("./RjsfFields.tsx"));
