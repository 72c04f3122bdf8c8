import type { SessionEvent } from "@callboard/core";
import type { UIMessageChunk } from "ai";
import { createConversation, foldConversation } from "../agent/conversation.ts";
import { createAiSdkEncoder } from "./aiSdkEncoder.ts";
import type { WireWriter } from "./turnResponse.ts";
import { isSettled, openAsks } from "./turnState.ts";

/** What makes any AI SDK client take the stream as one of UI messages. */
export const AI_SDK_HEADERS = { "x-vercel-ai-ui-message-stream": "v1" } as const;

/** Writes a turn as an AI SDK response; `before` is what its reader has of the turn. */
export function createAiSdkWriter(rootId: string, messageId: string, before: readonly SessionEvent[]): WireWriter {
  const encoder = createAiSdkEncoder(rootId);
  const told = createConversation();
  const take = (event: SessionEvent): UIMessageChunk[] => {
    // Whoever answered had been asked: where the turn rested, a response ended, and its reader has what that ends with.
    const rested = ANSWERS.has(event.type) && isSettled(told, rootId) ? encoder.rest(openAsks(told, rootId)) : [];
    foldConversation(told, event);
    return [...rested, ...encoder.take(event)];
  };
  for (const event of before) take(event);
  encoder.flush();
  if (before.length > 0 && isSettled(told, rootId)) encoder.rest(openAsks(told, rootId));
  const write = (chunks: readonly UIMessageChunk[]) => chunks.map(toData).join("");
  return {
    begin: () => write(encoder.begin(messageId)),
    take: (event) => write(take(event)),
    flush: () => write(encoder.flush()),
    finish: (conversation) => `${write(encoder.finish(openAsks(conversation, rootId)))}data: [DONE]\n\n`,
    cut: () => toData({ type: "error", errorText: "The host is closing. Reload in a moment to go on." }),
  };
}

const ANSWERS: ReadonlySet<string> = new Set(["tool.approved", "tool.denied", "tool.approval_expired"]);
const SUSPECT = /"(?:__proto__|constructor)":/;

/** The AI SDK ends a whole chat over one chunk with these keys, wherever they are in it: they are left out for it. */
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
