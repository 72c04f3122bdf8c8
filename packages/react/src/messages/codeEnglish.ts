import type { Translation } from "./translation.ts";

/** Code, and what is copied. */
export const codeEnglish = {
  "chat.code": "Code",
  "chat.code.of": "Code in {language}",
  "chat.copy.idle": "Copy",
  "chat.copy.copied": "Copied",
  "chat.copy.failed": "Not allowed",
} satisfies Record<string, Translation>;
