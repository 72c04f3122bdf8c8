import type { Translation } from "./translation.ts";

/** Pickers and connections. */
export const pickerEnglish = {
  // Pickers
  "picker.search": "Type to search…",
  "picker.searching": "Searching…",
  "picker.none": "Nothing found",
  "picker.noneFor": "Nothing found for “{query}”",
  "picker.found": { one: "{count} choice", other: "{count} choices" },
  "picker.more": "There may be more: type to narrow down.",
  "picker.failed": "The search failed. Check the connection, then try again.",
  "picker.retry": "Try again",
  "picker.clear": "Clear {label}",
  "picker.chosen": "{label} chosen",
  "picker.removed": "{label} removed",
  "picker.remove": "Remove {label}",
  "picker.unknown": "Not found here",
  "picker.unknownNote": "{value} was not found. It may be gone, or you may not be allowed to see it.",
  "picker.asIs": "Use “{query}” as it is",
  "picker.gone": "Nothing to pick from here: write it as it is.",

  // Connections
  "connection.new": "New connection…",
  "connection.title": "New connection",
  "connection.name": "Name",
  "connection.namePlaceholder": "Company blog",
  "connection.kind": "Kind",
  "connection.kind.wordpress": "WordPress",
  "connection.kind.webhook": "Webhook",
  "connection.kind.social": "Social account",
  "connection.address": "Address",
  "connection.secret": "Secret",
  "connection.secretHelp": "A password, key or token, never shown again.",
  "connection.save": "Save connection",
  "connection.saving": "Saving…",
  "connection.cancel": "Cancel",
  "connection.saved": "{name} saved and chosen",
  "connection.needsName": "Give it a name",
  "connection.needsAddress": "Enter a full address, such as https://example.com",
  "connection.failed": "It was not saved. Check the connection, then try again.",
} satisfies Record<string, Translation>;
