import type { Message } from "./messages.ts";

/** What forms and fields say. */
export const formMessages = {
  "form.submit": "Run",
} as const satisfies Record<string, Message>;
