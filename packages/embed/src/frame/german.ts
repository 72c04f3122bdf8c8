import { german as messages } from "@callboard/react/messages/de";
import type { FrameWords } from "./frameWords.ts";

const words: FrameWords = {
  changed:
    "Dieses Formular wird gerade überarbeitet und ist vorübergehend nicht verfügbar. Bitte kommen Sie später wieder.",
  busy: "Gerade sind zu viele Menschen hier. Bitte versuchen Sie es in einer Minute noch einmal.",
  retry: "Erneut versuchen",
  noToken: "Die Seite um dieses Formular hat nicht gesagt, wer Sie sind. Bitte laden Sie sie neu.",
  covered:
    "Dieses Formular ist vielleicht von etwas auf der Seite verdeckt und kann von hier nicht abgeschickt werden. Öffnen Sie es in einem eigenen Fenster.",
  moved: "Die Seite hat sich gerade bewegt. Bitte prüfen Sie das Formular und drücken Sie noch einmal.",
  openWindow: "In einem Fenster öffnen",
  blockedWindow:
    "Ihr Browser hat das Fenster nicht geöffnet. Erlauben Sie es für diese Seite und drücken Sie noch einmal.",
};

/** All that a frame says in German. */
export const german = { messages, words };
