"use client";
import { mayExplode, type Pointer } from "@callboard/core/form";
import type { ReactNode } from "react";
import { useField } from "../field/api/formContext.ts";
import { usePartWords } from "./usePartWords.ts";

/** More than this is not a text that a pattern is tested on while somebody types. */
const longText = 100_000;

/** Says where a text is too long for its pattern to be tested while somebody types. */
export function PatternNote({ pattern, path }: { pattern: string; path: Pointer }): ReactNode {
  const t = usePartWords();
  const { value } = useField(path);
  const isLater = typeof value === "string" && (mayExplode(pattern, value.length) || value.length > longText);
  return isLater && <p className="cb-field-help">{t("form.checkedOnServer")}</p>;
}
