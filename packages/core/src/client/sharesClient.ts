import type { NewSessionShare, SessionShare, ShareOptions } from "./toolClient.ts";
import type { RequestOptions, Transport } from "./transport.ts";
import { absoluteUrl } from "./uploads.ts";

/** Read-only links of sessions. */
export interface SharesClient {
  /** Makes a link, which opens the session to whoever has it until it expires. */
  create(sessionId: string, options?: ShareOptions & RequestOptions): Promise<NewSessionShare>;
  /** The links that open a session now, the newest first. */
  list(sessionId: string, options?: RequestOptions): Promise<SessionShare[]>;
  /** Withdraws a link: it opens nothing from then on. */
  withdraw(sessionId: string, shareId: string, options?: RequestOptions): Promise<void>;
  /** The log behind a link, by the token at the end of its address, for `readSessionFile`. */
  open(token: string, options?: RequestOptions): Promise<Blob>;
}

/** The client of a host's links. */
export function sharesClient(transport: Transport): SharesClient {
  const at = (sessionId: string) => `/api/sessions/${encodeURIComponent(sessionId)}/shares`;
  return {
    async create(sessionId, { expiresInDays, redacted, signal } = {}) {
      const request = { method: "POST", json: { expiresInDays, redacted }, signal };
      const share = await transport.json<NewSessionShare>(at(sessionId), request);
      return { ...share, url: absoluteUrl(share.url, transport.baseUrl) };
    },
    list: (sessionId, { signal } = {}) => transport.json(at(sessionId), { signal }),
    withdraw: (sessionId, shareId, { signal } = {}) =>
      transport.send(`${at(sessionId)}/${encodeURIComponent(shareId)}`, { method: "DELETE", signal }),
    open: (token, { signal } = {}) =>
      transport.blob(`/api/shared/${encodeURIComponent(token)}`, { query: { format: "jsonl" }, signal }),
  };
}
