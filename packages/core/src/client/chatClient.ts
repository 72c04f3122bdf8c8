import type { AgentListing, StartedTurn } from "./toolClient.ts";
import type { RequestOptions, Transport } from "./transport.ts";

/** Messages to a host's agent. */
export interface ChatClient {
  /**
   * Sends a message: in a new session, or as the next turn of one. `agent` names who answers; else it is the agent of
   * the session's last turn, and in a new session the host's default.
   */
  send(
    message: string,
    options?: RequestOptions & { sessionId?: string | undefined; agent?: string | undefined },
  ): Promise<StartedTurn>;
  /** The agents that this actor may talk to, the default one first. */
  agents(options?: RequestOptions): Promise<AgentListing[]>;
  /**
   * Stops the turn at work in a chat of the AI SDK's wire, by that chat's id: a reader that goes away stops nothing.
   */
  stopAiSdkTurn(chatId: string, options?: RequestOptions): Promise<void>;
}

/** The client of a host's chat. */
export function chatClient(transport: Transport): ChatClient {
  return {
    send: (message, { sessionId, agent, signal } = {}) =>
      transport.json("/api/chat", { method: "POST", json: { message, sessionId, agent }, signal }),
    agents: ({ signal } = {}) => transport.json("/api/chat/agents", { signal }),
    stopAiSdkTurn: (chatId, { signal } = {}) =>
      transport.send(`/api/chat/ai-sdk/${encodeURIComponent(chatId)}/stream`, { method: "DELETE", signal }),
  };
}
