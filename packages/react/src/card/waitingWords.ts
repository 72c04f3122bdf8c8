import type { CallStatus, CallView } from "@callboard/core";
import { waitsForTurn } from "@callboard/core/timeline";
import type { CardTranslate } from "../messages/messages.ts";
import { askKindOf, type Ask } from "../timeline/askIndex.ts";

const KEYS = {
  approval: "call.status.awaiting-approval",
  question: "call.status.awaiting-input",
  link: "call.waitsForLink",
} as const;

/** What a person has to do, in words, for what waits. */
export const waitingWords = (kind: Ask["kind"], t: CardTranslate): string => t(KEYS[kind]);

/** The status of a call that waits for it, whose icon it has. */
export const waitingStatus = (kind: Ask["kind"]): CallStatus =>
  kind === "approval" ? "awaiting-approval" : "awaiting-input";

/** The state of a call in words. */
export function statusWords(call: CallView, t: CardTranslate): string {
  const kind = askKindOf(call);
  if (waitsForTurn(call)) return t("call.waitsForTurn");
  return kind ? waitingWords(kind, t) : t(`call.status.${call.status}`);
}
