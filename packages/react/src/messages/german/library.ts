import type { libraryMessages } from "../library.ts";
import type { Translated } from "../translated.ts";

export const germanLibrary: Translated<typeof libraryMessages, "one" | "other"> = {
  "library.title": "Werkzeuge",
  "library.search": "Werkzeuge suchen",
  "library.search.hint": "Name, Kategorie oder Zweck",
  "library.filter.origin": "Herkunft",
  "library.filter.kind": "Art",
  "library.filter.category": "Kategorie",
  "library.filter.all": "Alle",
  "library.filter.option": "{name} ({count})",
  "library.origin.system": "System",
  "library.origin.platform": "Plattform",
  "library.origin.custom": "Eigene",
  "library.kind.code": "Im Code",
  "library.kind.system_override": "Hier geändert",
  "library.kind.tenant_custom": "Hier erstellt",
  "library.count": { one: "{count} Werkzeug", other: "{count} Werkzeuge" },
  "library.countOf": { one: "{shown} von {count} Werkzeug", other: "{shown} von {count} Werkzeugen" },
  "library.clear": "Filter aufheben",
  "library.results": "Beste Treffer zuerst",
  "library.loading": "Werkzeuge werden geladen",
  "library.empty": "Noch keine Werkzeuge",
  "library.emptyHelp": "Ein Werkzeug erscheint hier, sobald es registriert ist und Ihnen zur Verfügung steht.",
  "library.noMatch": "Kein Werkzeug passt",
  "library.noMatchHelp": "Nichts passt zugleich zu dieser Suche und diesen Filtern.",
  "library.error": "Die Werkzeuge konnten nicht geladen werden",
  "library.error.offline":
    "Der Server war nicht erreichbar. Prüfen Sie, ob er läuft und ob Sie online sind, und versuchen Sie es dann erneut.",
  "library.error.stale": "Die Liste ist womöglich veraltet: Sie konnte nicht erneut geladen werden.",
  "library.error.detail": "Einzelheiten",
  "library.retry": "Erneut versuchen",
  "library.noClient":
    "Die Bibliothek braucht Werkzeuge: Geben Sie ihr eine Liste oder setzen Sie sie in <ToolProvider client={…}>.",
  "library.failures": {
    one: "{count} Werkzeug konnte nicht geladen werden",
    other: "{count} Werkzeuge konnten nicht geladen werden",
  },
};
