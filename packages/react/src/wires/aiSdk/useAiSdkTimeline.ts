"use client";
import { useEffect, useState } from "react";
import {
  createAiSdkChat,
  type AiSdkChat,
  type AiSdkTimelineOptions,
  type ChatTransportLike,
  type UiMessageLike,
} from "./aiSdkChat.ts";

/** The parts that a page needs to show cards in an AI SDK chat. */
export type AiSdkTimeline<Transport extends ChatTransportLike> = Omit<AiSdkChat<Transport>, "replay">;

/**
 * A timeline beside `useChat`: it observes the chat's transport, so that `<ToolCallCard callId={part.toolCallId}>`
 * shows each call of the host's own message list live, with its approval and its sub-agents. `makeTransport` is called
 * once a chat.
 * @example
 * ```tsx
 * const open = () => new DefaultChatTransport({ api: "/api/chat" });
 * const { transport, timeline, client, connect } = useAiSdkTimeline(open, saved);
 * const sendAutomaticallyWhen = lastAssistantMessageIsCompleteWithApprovalResponses;
 * const chat = useChat({ transport, messages: saved, sendAutomaticallyWhen });
 * connect(chat);
 * return (
 *   <ToolProvider timeline={timeline} client={client}>
 *     {chat.messages.map((message) =>
 *       message.parts.map((part, index) =>
 *         isToolUIPart(part)
 *           ? <ToolCallCard key={index} callId={part.toolCallId} />
 *           : <Part key={index} part={part} />,
 *       ),
 *     )}
 *   </ToolProvider>
 * );
 * ```
 */
export function useAiSdkTimeline<Transport extends ChatTransportLike>(
  makeTransport: () => Transport,
  savedMessages?: readonly UiMessageLike[],
  options: AiSdkTimelineOptions = {},
): AiSdkTimeline<Transport> {
  const { id, withholdInput, generateMessageId } = options;
  const begin = () => ({
    id,
    saved: savedMessages,
    chat: createAiSdkChat(makeTransport(), savedMessages, {
      ...(withholdInput !== undefined && { withholdInput }),
      ...(generateMessageId && { generateMessageId }),
    }),
  });
  const [state, setState] = useState(begin);
  let current = state;
  if (state.id !== id) {
    current = begin();
    setState(current);
  }
  const { chat, saved } = current;
  // Messages that were loaded after the first render.
  useEffect(() => {
    if (savedMessages && savedMessages !== saved) chat.replay(savedMessages);
  }, [chat, saved, savedMessages]);
  const { transport, timeline, client, connect } = chat;
  return { transport, timeline, client, connect };
}
