"use client";
import { formEnglish } from "../messages/en.ts";
import { formPartsEnglish } from "../messages/formPartsEnglish.ts";
import { issueEnglish } from "../messages/issueEnglish.ts";
import type { FormPartTranslate } from "../messages/messages.ts";
import { useKit } from "../provider/ToolProvider.tsx";

const words = { ...formEnglish, ...formPartsEnglish, ...issueEnglish };

/** The words of the parts that few forms have, and of forms. */
export const usePartWords = (): FormPartTranslate => useKit(words).t;
