import type { SessionEvent } from "@callboard/core";
import type { UIMessageChunk } from "ai";
import { createConversation, foldConversation } from "../../conversation/conversation.ts";
import { drain } from "../turnEncoding.ts";
import type { WireWriter } from "../turnResponse.ts";
import { isSettled, openAsks } from "../turnState.ts";
import { beginResponse, encodeEvent, finishResponse, flushTurn, restTurn } from "./encodeTurn.ts";
import { createTurn } from "./turn.ts";

/** AI SDK clients recognise a stream of UI messages by this header. */
export const AI_SDK_HEADERS = { "x-vercel-ai-ui-message-stream": "v1" } as const;

/** Writes a turn as an AI SDK response; `before` is the part of the turn that its reader has. */
export function createAiSdkWriter(rootId: string, messageId: string, before: readonly SessionEvent[]): WireWriter {
  const turn = createTurn(rootId);
  const conversation = createConversation();
  const rest = () => {
    if (isSettled(conversation, rootId)) restTurn(turn, openAsks(conversation, rootId));
  };
  const apply = (event: SessionEvent) => {
    // An answer to an approval shows that a response ended at the rest before it, and with what.
    if (ANSWERS.has(event.type)) rest();
    foldConversation(conversation, event);
    encodeEvent(turn, event);
  };
  for (const event of before) apply(event);
  flushTurn(turn);
  if (before.length > 0) rest();
  const written = () => drain(turn).map(toData).join("");
  return {
    begin() {
      beginResponse(turn, messageId);
      return written();
    },
    write(event) {
      apply(event);
      return written();
    },
    flush() {
      flushTurn(turn);
      return written();
    },
    finish(atEnd) {
      finishResponse(turn, openAsks(atEnd, rootId));
      return `${written()}data: [DONE]\n\n`;
    },
    cut: () => toData({ type: "error", errorText: "The host is closing. Reload in a moment to go on." }),
  };
}

const ANSWERS: ReadonlySet<string> = new Set(["tool.approved", "tool.denied", "tool.approval_expired"]);
const SUSPECT = /"(?:__proto__|constructor)":/;

/** The AI SDK ends a whole chat over one chunk that holds these keys at any depth, so they are left out. */
function toData(chunk: UIMessageChunk): string {
  const json = JSON.stringify(chunk);
  if (!SUSPECT.test(json)) return `data: ${json}\n\n`;
  const safe = JSON.stringify(chunk, (key, value: unknown) => {
    const isPrototype =
      key === "constructor" && typeof value === "object" && value !== null && Object.hasOwn(value, "prototype");
    return key === "__proto__" || isPrototype ? undefined : value;
  });
  return `data: ${safe}\n\n`;
}
