import type { RequestOptions } from "@callboard/core/client";
import { transport } from "@callboard/pages";
import type { ArrivedPost } from "./destination.ts";
import type { ChatState } from "./examples.ts";

/** The demo's own routes, over the same transport as the kit's. */
export const demoClient = {
  /** What arrived at the demo's own destination. */
  posts: ({ signal }: RequestOptions = {}) => transport.json<ArrivedPost[]>("/api/demo/destination", { signal }),
  /** Whether a model answers chats, and which examples work already. */
  chatState: ({ signal }: RequestOptions = {}) => transport.json<ChatState>("/api/demo/chat", { signal }),
  /** Tokens of each text: by the server, which has the encoding, a megabyte that no page has to load. */
  countTokens: (texts: readonly string[]) =>
    transport.json<number[]>("/api/demo/tokens", { method: "POST", json: texts, repeatable: true }),
};
