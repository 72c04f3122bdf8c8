import type { filterMessages } from "../filter.ts";
import type { Translated } from "../translated.ts";

export const germanFilter: Translated<typeof filterMessages, "one" | "other"> = {
  "filter.label": "Filter",
  "filter.operator": "{label}: Art des Vergleichs",
  "filter.any": "Beliebig",
  "filter.from": "Von",
  "filter.to": "Bis",
  "filter.fromOf": "{label}: von",
  "filter.toOf": "{label}: bis",
  "filter.order": "„Von“ ist größer als „Bis“, daher wird nichts gefunden. Vertauschen Sie beide.",
  "filter.clear": "Filter aufheben",
  "filter.count": { one: "{count} Filter", other: "{count} Filter" },
  "filter.none": "Keine Filter",
  "filter.operator.eq": "ist",
  "filter.operator.neq": "ist nicht",
  "filter.operator.gt": "ist größer als",
  "filter.operator.lt": "ist kleiner als",
  "filter.operator.gte": "ist mindestens",
  "filter.operator.lte": "ist höchstens",
  "filter.operator.in": "ist eines von",
  "filter.operator.contains": "enthält",
};
