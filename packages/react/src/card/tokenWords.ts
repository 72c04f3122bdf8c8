import type { AgentView } from "@callboard/core";
import type { CardTranslate } from "../messages/messages.ts";

/** What an agent used of its model, in a few words: "1.2K tokens". */
export function tokenWords(usage: NonNullable<AgentView["usage"]>, t: CardTranslate, locale: string): string {
  const tokens = (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0);
  if (tokens === 0) return "";
  return t("agent.tokens", {
    tokens: new Intl.NumberFormat(locale, { notation: "compact" }).format(tokens),
    count: tokens,
  });
}
