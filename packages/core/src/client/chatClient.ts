import type { StartedTurn } from "./toolClient.ts";
import type { RequestOptions, Transport } from "./transport.ts";

/** Messages to a host's agent. */
export interface ChatClient {
  /** Sends a message: in a new session, or as the next turn of one. */
  send(message: string, options?: RequestOptions & { sessionId?: string | undefined }): Promise<StartedTurn>;
  /** Stops the turn at work in a chat of the AI SDK's wire, by that chat's id: a reader that goes away stops nothing. */
  stopAiSdkTurn(chatId: string, options?: RequestOptions): Promise<void>;
}

/** The client of a host's chat. */
export function chatClient(transport: Transport): ChatClient {
  return {
    send: (message, { sessionId, signal } = {}) =>
      transport.json("/api/chat", { method: "POST", json: { message, sessionId }, signal }),
    stopAiSdkTurn: (chatId, { signal } = {}) =>
      transport.send(`/api/chat/ai-sdk/${encodeURIComponent(chatId)}/stream`, { method: "DELETE", signal }),
  };
}
