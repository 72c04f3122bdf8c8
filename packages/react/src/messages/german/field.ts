import type { fieldMessages } from "../field.ts";
import type { Translated } from "../translated.ts";

export const germanField: Translated<typeof fieldMessages, "one" | "other"> = {
  "field.show": "Anzeigen",
  "field.hide": "Verbergen",
  "field.clear": "Leeren",
  "field.pickColor": "Farbe auswählen",
  "field.rating": "{value} von {max}",
  "field.zone": "Zeitzone",
  "field.dateTime": "Datum und Uhrzeit",
  "field.addTag": "Eingeben, dann Eingabetaste",
  "field.removeTag": "{label} entfernen",
  "field.tagAdded": "{label} hinzugefügt",
  "field.tagRemoved": "{label} entfernt",
  "field.search": "Suchen …",
  "field.noMatch": "Keine passende Auswahl",
};
