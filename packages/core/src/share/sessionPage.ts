import type { SessionEvent } from "../events/event.ts";
import { pack } from "./packed.ts";
import { fileSteps, type SessionFileHead } from "./sessionFile.ts";
import { inSlices } from "./slices.ts";

/** The program that shows a session in a page of its own: `viewer` of `@callboard/react/viewer`. */
export interface SessionViewer {
  script: string;
  style: string;
  /** The sources of the policy that allow exactly this script and this style, such as `'sha256-…'`. */
  scriptHash: string;
  styleHash: string;
}

export interface SessionPageOptions extends Omit<SessionFileHead, "callboard"> {
  /** The language of the page, BCP 47; `en` unless given. */
  lang?: string;
  /** The words of the page in that language; English unless given. */
  messages?: Readonly<Record<string, unknown>>;
}

/** The element that holds a page's session, and its attribute with the number of packed bytes. */
const SESSION_ELEMENT = "callboard-session";

/**
 * A session as one HTML file: it opens from disk, shows the session with its player, and by its policy asks nothing of
 * any network.
 */
export async function writeSessionPage(
  events: readonly SessionEvent[],
  viewer: SessionViewer,
  options: SessionPageOptions = {},
): Promise<string> {
  const { lang = "en", messages, ...head } = options;
  const { packed, bytes } = await pack(await inSlices(fileSteps(events, head)));
  const policy = [
    "default-src 'none'",
    `script-src ${viewer.scriptHash}`,
    `style-src ${viewer.styleHash}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return [
    "<!doctype html>",
    `<html lang="${escaped(lang)}">`,
    '<head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${escaped(head.title ?? "Callboard")}</title>`,
    `<style>${viewer.style}</style></head>`,
    '<body><div id="root"></div>',
    `<script type="text/plain" id="${SESSION_ELEMENT}" data-bytes="${bytes}">${packed}</script>`,
    ...(messages ? [`<script type="application/json" id="callboard-messages">${jsonInHtml(messages)}</script>`] : []),
    `<script type="module">${viewer.script}</script>`,
    "</body></html>",
    "",
  ].join("\n");
}

function jsonInHtml(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
