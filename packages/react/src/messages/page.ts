import type { Message } from "./messages.ts";

/** What the tool library and the tool page say. */
export const pageMessages = {
  "library.title": "Tools",
} as const satisfies Record<string, Message>;
