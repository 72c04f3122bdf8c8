import type { Message } from "./message.ts";

/** What fields say in their variants. */
export const fieldMessages = {
  "field.show": "Show",
  "field.hide": "Hide",
  "field.clear": "Clear",
  "field.pickColor": "Pick a colour",
  "field.rating": "{value} of {max}",
  "field.zone": "Time zone",
  "field.dateTime": "Date and time",
  "field.addTag": "Add, then Enter",
  "field.removeTag": "Remove {label}",
  "field.tagAdded": "{label} added",
  "field.tagRemoved": "{label} removed",
  "field.search": "Search…",
  "field.noMatch": "No choice matches",
} as const satisfies Record<string, Message>;
