import type { Message } from "./message.ts";

/** What filters say. */
export const filterMessages = {
  "filter.label": "Filters",
  "filter.operator": "{label}: how it is compared",
  "filter.any": "Any",
  "filter.from": "From",
  "filter.to": "To",
  "filter.fromOf": "{label}: from",
  "filter.toOf": "{label}: to",
  "filter.order": "“From” is more than “to”, so nothing will be found. Exchange them.",
  "filter.clear": "Clear filters",
  "filter.count": { one: "{count} filter", other: "{count} filters" },
  "filter.none": "No filters",
  "filter.operator.eq": "is",
  "filter.operator.neq": "is not",
  "filter.operator.gt": "is more than",
  "filter.operator.lt": "is less than",
  "filter.operator.gte": "is at least",
  "filter.operator.lte": "is at most",
  "filter.operator.in": "is one of",
  "filter.operator.contains": "contains",
} as const satisfies Record<string, Message>;
