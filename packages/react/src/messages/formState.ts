import type { Message } from "./message.ts";

/** What any form says of its state: what was taken back, who filled something in, what a field cannot show. */
export const formStateMessages = {
  "form.undone": "Undone",
  "form.redone": "Redone",
  "form.by.model": "Filled by the model",
  "form.by.overruled": "Changed by you",
  "field.foreign": "Holds {value} now, which this field cannot show.",
  "field.counter": "{count} of {limit} characters",
} as const satisfies Record<string, Message>;
