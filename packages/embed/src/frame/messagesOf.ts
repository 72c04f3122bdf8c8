import type { Messages } from "@callboard/react";

/** The catalogue of a language, fetched when it is that of the page; English is there. */
export async function messagesOf(language: string): Promise<Messages | undefined> {
  if (language === "de") return (await import("@callboard/react/messages/de")).german;
  if (language === "ar") return (await import("@callboard/react/messages/ar")).arabic;
  return undefined;
}
