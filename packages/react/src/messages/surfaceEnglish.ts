import type { Translation } from "./translation.ts";

/** Interfaces that outputs describe. */
export const surfaceEnglish = {
  "surface.label": "Interface of this output",
  "surface.atRest": "This page passes nothing on, so this cannot be used here.",
  "surface.checks": "Fill in what is missing first.",
  "surface.invalid": "This does not fit yet.",
  "surface.sending": "Sending…",
  "surface.sent": "Sent",
  "surface.failed": "It could not be sent: {message} Try again.",
  "surface.close": "Close",
  "surface.open": "Open",
  "surface.unknown": "This page has no part of the type “{type}”.",
  "surface.notRun": "The agent asked this page to run: {names}. A page runs nothing that an output asks for.",
  "surface.cut": "This interface is larger than is drawn here. The raw output has all of it.",
  "surface.empty": "This interface has no content.",
} satisfies Record<string, Translation>;
