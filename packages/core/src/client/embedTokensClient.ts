import type { EmbedAction } from "./publishedToolsClient.ts";
import type { RequestOptions, Transport } from "./transport.ts";

/** For whom a token is. */
export interface EmbedTokenRequest {
  /** The origin of the page that shows the tool. */
  origin: string;
  /** Who the visitor is to the publisher; `visitor` unless given. */
  subject?: string;
  /** What the token permits; all that was published unless given. */
  actions?: readonly EmbedAction[];
  /** Seconds; 600 unless given, up to an hour. */
  expiresIn?: number;
}

/** A token of an embed. */
export interface EmbedToken {
  token: string;
  /** Epoch milliseconds. */
  expiresAt: number;
}

/** The tokens of a published tool, for the server of its publisher: the transport's token is the secret key. */
export interface EmbedTokensClient {
  create(request: EmbedTokenRequest, options?: RequestOptions): Promise<EmbedToken>;
  /** Takes a token back: what was begun with it ends. */
  revoke(token: string, options?: RequestOptions): Promise<void>;
}

/**
 * The client of the tokens of embeds.
 * @example
 * ```ts
 * const tokens = embedTokensClient(createTransport({ baseUrl: "https://tools.example", token: secretKey }));
 * const { token } = await tokens.create({ origin: "https://www.example.com", subject: visitor.id });
 * ```
 */
export function embedTokensClient(transport: Transport): EmbedTokensClient {
  const path = "/api/embed/tokens";
  return {
    create: (request, { signal } = {}) => transport.json(path, { method: "POST", json: request, signal }),
    revoke: (token, { signal } = {}) => transport.send(`${path}/revoke`, { method: "POST", json: { token }, signal }),
  };
}
