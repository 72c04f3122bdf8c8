import type { formToolsMessages } from "../formTools.ts";
import type { Translated } from "../translated.ts";

export const germanFormTools: Translated<typeof formToolsMessages, "one" | "other"> = {
  "form.tools": "Formularwerkzeuge",
  "form.view": "Ansicht",
  "form.view.form": "Formular",
  "form.view.json": "JSON",
  "form.undo": "Rückgängig",
  "form.redo": "Wiederholen",
  "form.reset": "Zurücksetzen",
  "form.wasReset": "Das Formular ist wieder wie am Anfang. „Rückgängig“ holt Ihre Eingaben zurück.",
  "form.copy": "Kopieren",
  "form.copy.json": "als JSON",
  "form.copy.curl": "als curl",
  "form.copy.call": "als Aufruf im Code",
  "form.copy.copied": "Kopiert",
  "form.copy.copiedWithoutSecrets": "Ohne geheime Felder kopiert",
  "form.copy.failed":
    "Der Browser hat das Kopieren nicht erlaubt. Markieren Sie stattdessen den Text in der JSON-Ansicht.",
  "form.jsonLabel": "Eingabe als JSON",
  "form.jsonBroken":
    "Das JSON ist noch nicht gültig, daher zeigen die Felder, was sie vorher enthielten. Wer ein Feld ändert, ersetzt diesen Text; „Rückgängig“ holt ihn zurück.",
  "form.jsonIssues": { one: "Eine Zeile ist noch zu prüfen", other: "{count} Zeilen sind noch zu prüfen" },
  "form.jsonIssue": "Zeile {line}: {message}",
  "form.json.comma": "Ein Komma fehlt",
  "form.json.colon": "Ein Doppelpunkt fehlt",
  "form.json.value": "Ein Wert fehlt",
  "form.json.name": "Ein Name in doppelten Anführungszeichen fehlt",
  "form.json.brace": "Eine schließende } fehlt",
  "form.json.bracket": "Eine schließende ] fehlt",
  "form.json.text": "Ein Text endet nicht",
  "form.json.number": "Eine Zahl endet nicht",
  "form.json.symbol": "Das ist weder ein Wert noch ein Name",
  "form.json.end": "Hier müsste das JSON enden",
  "form.draft.restored": "Ihre Eingaben vom {when} wurden wiederhergestellt.",
  "form.draft.restoredBefore": "Ihre früheren Eingaben wurden wiederhergestellt.",
  "form.draft.discard": "Verwerfen",
  "form.draft.dismiss": "Behalten und diesen Hinweis ausblenden",
  "form.draft.discarded": "Der Entwurf wurde verworfen. „Rückgängig“ holt ihn zurück.",
  "form.draft.notKept":
    "Was Sie hier eingeben, bleibt nicht erhalten: Der Speicher des Browsers ist voll oder für diese Seite gesperrt.",
};
