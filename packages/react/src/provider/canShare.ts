import type { ToolClient } from "@callboard/core";

/** What makes, lists and withdraws read-only links. */
export type Sharing = Pick<ToolClient, "share" | "shares" | "unshare">;

/** Whether a client makes, lists and withdraws links. */
export function canShare(client: ToolClient | undefined): client is ToolClient & Required<Sharing> {
  return client?.share !== undefined && client.shares !== undefined && client.unshare !== undefined;
}
