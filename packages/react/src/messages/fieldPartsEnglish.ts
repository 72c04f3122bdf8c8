import type { Translation } from "./translation.ts";

/** Variants of fields that are fetched when a form has them. */
export const fieldPartsEnglish = {
  // What a field says of what was typed into it
  "form.issue.date": "Enter a complete date",
  "form.date.year": "Enter a year of four digits",
  "form.date.skipped": "The clock skips this time on that day. Enter another.",
  "form.issue.json": "Line {line}: this is not valid JSON",
  "form.issue.jsonEmpty": "This is not valid JSON yet",

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
  "field.tagTaken": "{label} is in the list already, and may be in it once",
  "field.search": "Search…",
  "field.noMatch": "No choice matches",
  "form.longText": "{count} characters are too many to edit here. The first {shown} are shown.",
  "form.longTextRemove": "Remove this text",
  "form.textOrJson": "Text, or JSON",
  "form.file": "File: {name}",
  "form.utc": "UTC",
} satisfies Record<string, Translation>;
