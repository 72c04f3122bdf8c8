import type { pageMessages } from "../page.ts";
import type { Translated } from "../translated.ts";

export const germanPage: Translated<typeof pageMessages, "one" | "other"> = {
  "page.form": "Eingabe",
  "page.description.more": "Was Agenten darüber erfahren",
  "page.result": "Lauf",
  "page.result.empty": "Noch nichts ausgeführt",
  "page.result.emptyHelp":
    "Füllen Sie die Eingabe aus und führen Sie das Werkzeug aus. Fortschritt und Ergebnis erscheinen hier.",
  "page.history": "Bisherige Läufe",
  "page.history.empty": "Noch keine Läufe",
  "page.history.emptyHelp": "Hier bleibt jeder Lauf dieses Werkzeugs erhalten, mit Eingabe und Ergebnis.",
  "page.history.more": "Weitere Läufe anzeigen",
  "page.history.error": "Die bisherigen Läufe konnten nicht gelesen werden.",
  "page.retry": "Erneut versuchen",
  "page.reuse": "Diese Eingabe verwenden",
  "page.loading": "Das Werkzeug wird geladen",
  "page.notFound": "Dieses Werkzeug gibt es nicht",
  "page.notFoundHelp": "Vielleicht wurde es umbenannt oder entfernt, oder es steht Ihnen nicht zur Verfügung.",
  "page.backToLibrary": "Zurück zu den Werkzeugen",
  "page.error": "Das Werkzeug konnte nicht geladen werden",
  "page.runFailed": "Der Lauf konnte nicht gestartet werden",
  "page.runMissing": "Diesen Lauf gibt es hier nicht mehr",
  "page.runMissingHelp":
    "Er steht nicht unter den bisherigen Läufen dieses Werkzeugs. Wählen Sie einen anderen Lauf oder starten Sie einen neuen.",
  "page.connection.waiting": "Die Verbindung ist abgebrochen. Neuer Versuch …",
  "page.connection.offline": "Sie sind offline. Diese Seite holt auf, sobald das Netz wieder da ist.",
  "page.noClient": "Diese Seite braucht einen Client: Setzen Sie sie in <ToolProvider client={…}>.",
};
