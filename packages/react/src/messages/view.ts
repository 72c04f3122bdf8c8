import type { Message } from "./messages.ts";

/** What outputs and their blocks say. */
export const viewMessages = {
  "view.empty": "No output",
} as const satisfies Record<string, Message>;
