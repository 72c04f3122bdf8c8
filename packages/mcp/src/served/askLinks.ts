import type { Actor, Store } from "@callboard/server";
import { ownerOfKey } from "./caller.ts";
import type { OpenAsk } from "./openAsks.ts";
import { hashOf, newSecret } from "./secrets.ts";
import type { WaitingCall } from "./waitingCalls.ts";

/** What a link leads to. */
export interface AskLink extends WaitingCall {
  askId: string;
  /** For whom the call runs. */
  actor: Actor;
  /** The client that asked for it. */
  client: string;
}

/** What a link is made of. */
export interface NewLink extends Omit<AskLink, "askId"> {
  /** The id of the caller that asked for the call. */
  caller: string;
}

/** Links by which somebody without an account decides one ask. Only their hashes are kept. */
export interface AskLinks {
  /** A new secret for an ask. */
  create(ask: OpenAsk, link: NewLink): Promise<string>;
  /** Undefined for a secret that is unknown or too old, and where the key that the call was asked with is revoked. */
  find(secret: string): Promise<AskLink | undefined>;
}

const PREFIX = "cba_";
/**
 * How long a link leads somewhere, where its ask has no end of its own; and how long after that end, to say how it was
 * decided.
 */
const LIFE_MS = 30 * 24 * 60 * 60 * 1000;
const AFTERWARDS_MS = 7 * 24 * 60 * 60 * 1000;

export const isAskSecret = (credential: string): boolean => credential.startsWith(PREFIX);

export function createAskLinks({ database }: Pick<Store, "database">): AskLinks {
  return {
    async create({ id, expiresAt }, { actor, callId, sessionId, client, caller }) {
      const secret = newSecret(PREFIX);
      const now = Date.now();
      const ends = expiresAt === null ? now + LIFE_MS : expiresAt + AFTERWARDS_MS;
      await database.asHost(async (tx) => {
        await tx.query("delete from callboard.mcp_links where expires_at < $1", [now]);
        await tx.query(
          `insert into callboard.mcp_links (hash, tenant_id, session_id, call_id, ask_id, actor, client, caller, created_at, expires_at)
           values ($1, $2::uuid, $3, $4, $5, $6, $7, $8, $9, $10)`,
          [hashOf(secret), actor.tenantId, sessionId, callId, id, JSON.stringify(actor), client, caller, now, ends],
        );
      });
      return secret;
    },
    async find(secret) {
      const [row] = await database.asHost((tx) =>
        tx.query<{ session_id: string; call_id: string; ask_id: string; actor: string; client: string }>(
          `select session_id, call_id, ask_id, actor, client from callboard.mcp_links l
           where hash = $1 and expires_at > $2 and not exists (
             select 1 from callboard.mcp_keys k where l.caller = $3 || k.id and k.revoked_at is not null
           )`,
          [hashOf(secret), Date.now(), ownerOfKey("")],
        ),
      );
      return (
        row && {
          sessionId: row.session_id,
          callId: row.call_id,
          askId: row.ask_id,
          actor: JSON.parse(row.actor) as Actor,
          client: row.client,
        }
      );
    },
  };
}
