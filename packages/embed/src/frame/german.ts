import { german as messages } from "@callboard/react/messages/de";
import type { FrameWords } from "./frameWords.ts";

const words: FrameWords = {
  changed:
    "Dieses Formular wird gerade überarbeitet und ist vorübergehend nicht verfügbar. Bitte kommen Sie später wieder.",
  busy: "Gerade sind zu viele Menschen hier. Bitte versuchen Sie es in einer Minute noch einmal.",
  retry: "Erneut versuchen",
  noToken: "Die Seite um dieses Formular hat nicht gesagt, wer Sie sind. Bitte laden Sie sie neu.",
  waiting: "Es hat sich ein Fenster geöffnet. Prüfen Sie dort, was ausgeführt wird, und bestätigen Sie es.",
  showWindow: "Fenster zeigen",
  stopWaiting: "Abbrechen",
  notConfirmed: "Es wurde nichts abgeschickt, denn im Fenster wurde nichts bestätigt.",
  blockedWindow:
    "Das wird in einem eigenen Fenster bestätigt, und Ihr Browser hat es nicht geöffnet. Erlauben Sie Fenster für diese Seite und drücken Sie noch einmal.",
  confirmTitle: "„{tool}“ ausführen?",
  confirmSite: "Dieses Werkzeug ist für Seiten von {site} veröffentlicht.",
  confirmRun: "Ausführen",
  confirmLeave: "Nicht ausführen",
  early: "Bitte lesen Sie, was ausgeführt wird, und drücken Sie dann noch einmal.",
  small:
    "Dieses Fenster ist zu klein, um zu zeigen, was ausgeführt wird. Bitte vergrößern Sie es und drücken Sie noch einmal.",
};

/** All that a frame says in German. */
export const german = { messages, words };
