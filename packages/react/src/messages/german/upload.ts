import type { Translated } from "../translated.ts";
import type { uploadMessages } from "../upload.ts";

export const germanUpload: Translated<typeof uploadMessages, "one" | "other"> = {
  "upload.drop.image": {
    one: "Bild hier ablegen, einfügen oder auswählen",
    other: "Bilder hier ablegen, einfügen oder auswählen",
  },
  "upload.drop.file": {
    one: "Datei hier ablegen, einfügen oder auswählen",
    other: "Dateien hier ablegen, einfügen oder auswählen",
  },
  "upload.replace": "Zum Ersetzen hier eine andere ablegen oder auswählen",
  "upload.release": "Loslassen, um hochzuladen",
  "upload.limits": "{types}, höchstens {size}",
  "upload.limitsSize": "Höchstens {size}",
  "upload.kind.image": "Bilder",
  "upload.kind.audio": "Ton",
  "upload.kind.video": "Video",
  "upload.kind.text": "Text",
  "upload.url": "Oder die Adresse",
  "upload.addUrl": "Hinzufügen",
  "upload.badUrl": "Geben Sie eine vollständige Adresse ein, etwa https://example.com/bild.png",
  "upload.sending": "{name} wird hochgeladen",
  "upload.percent": "{percent} von {size}",
  "upload.storing": "Wird gespeichert …",
  "upload.stored": "{name} ist hochgeladen",
  "upload.removed": "{name} entfernt",
  "upload.cancel": "Abbrechen",
  "upload.cancelNamed": "Hochladen von {name} abbrechen",
  "upload.cancelled": "Abgebrochen: Nichts davon wurde behalten.",
  "upload.retry": "Erneut versuchen",
  "upload.retryNamed": "{name} erneut hochladen",
  "upload.remove": "{name} entfernen",
  "upload.file": "Hochgeladene Datei",
  "upload.pending": "Es wird noch hochgeladen. Warten Sie, bis es fertig ist, oder brechen Sie ab.",
  "upload.problem.type": "Dieser Dateityp wird hier nicht angenommen. Wählen Sie {types}.",
  "upload.problem.size": "{size} sind zu viel: Angenommen werden höchstens {limit}. Wählen Sie eine kleinere Datei.",
  "upload.problem.empty": "Diese Datei ist leer. Wählen Sie eine andere.",
  "upload.problem.onlyOne": "Hier passt nur eine hinein, daher wurde nur die erste genommen.",
  "upload.problem.nowhere": "Hier gibt es keinen Server, der Dateien aufnehmen könnte.",
  "upload.problem.offline": "Sie sind offline. Versuchen Sie es erneut, sobald Sie verbunden sind.",
  "upload.problem.unreachable":
    "Der Server ist nicht erreichbar. Prüfen Sie die Verbindung und versuchen Sie es dann erneut.",
  "upload.problem.hostSize": "So große Dateien nimmt der Server nicht an. Wählen Sie eine kleinere.",
  "upload.problem.hostType":
    "Der Inhalt dieser Datei ist von keinem Typ, den der Server annimmt. Wählen Sie eine andere.",
  "upload.problem.refused":
    "Sie dürfen hier nichts hochladen. Melden Sie sich neu an und versuchen Sie es noch einmal.",
  "upload.problem.full": "Der Server hat keinen Platz für weitere Dateien. Wenden Sie sich an den Betreiber.",
  "upload.problem.host":
    "Der Server konnte die Datei nicht speichern. Versuchen Sie es erneut; bleibt es dabei, wenden Sie sich an den Betreiber.",
};
