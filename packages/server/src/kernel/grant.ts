import type { EmbedAction } from "@callboard/core/client";

export type { EmbedAction };

/** What one may do with a tool and its runs from another site, beside reading them. */
export const EMBED_ACTIONS: readonly EmbedAction[] = ["run", "cancel", "share"];

/** What a credential permits that is narrower than its person: one tool, and some actions on it. */
export interface Grant {
  tool: string;
  actions: readonly EmbedAction[];
  /** When it ends by itself, in epoch milliseconds. */
  expiresAt: number;
  /** Aborts when the credential is revoked or expires: what was opened with it ends. Asked for by what stays open. */
  until(): AbortSignal;
}

/**
 * How the token of an embed reaches a route: which of its own things the path's first parameter names, and the action
 * it takes.
 */
export interface EmbedReach {
  names: "tool" | "session" | "call" | "output";
  /** None: reading, which every token may. */
  action?: EmbedAction;
}
