import type { Database } from "../../db/database.ts";

/**
 * How often it is asked whether the tokens of what is open still are, in milliseconds: another process may have revoked
 * them.
 */
const INTERVAL = 2_000;

export interface Revocations {
  /** Aborts once the token of this hash is gone or has expired. */
  signalOf(hash: string): AbortSignal;
  /** Asks at once. */
  check(): Promise<void>;
  /** Asks no more. What is open stays so: the host ends it as it closes, and no token was taken back. */
  close(): void;
}

/** Ends what was opened with a token soon after the token has ended. It asks while such a token lives. */
export function createRevocations(
  database: Database,
  onProblem: (message: string, error: unknown) => void,
): Revocations {
  const open = new Map<string, AbortController>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function check(): Promise<void> {
    const hashes = [...open.keys()];
    if (hashes.length === 0) return;
    const live = await database
      .asHost((tx) =>
        tx.query<{ hash: string }>(
          `select e.hash from callboard.embed_tokens e join callboard.embed_keys k on k.id = e.key_id
           where e.hash = any ($1::text[]) and e.expires_at > $2::bigint and k.revoked_at is null`,
          [hashes, Date.now()],
        ),
      )
      // A database that does not answer says nothing in favour of a token.
      .catch((error: unknown) => {
        const count = hashes.length === 1 ? "what one token" : `what ${hashes.length} tokens`;
        onProblem(`The database did not say which embeds may go on, so ${count} opened was closed.`, error);
        return [];
      });
    const alive = new Set(live.map(({ hash }) => hash));
    for (const hash of hashes) {
      if (alive.has(hash)) continue;
      open.get(hash)?.abort();
      open.delete(hash);
    }
  }

  function schedule(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      void check().then(() => {
        if (open.size > 0) schedule();
      });
    }, INTERVAL).unref();
  }

  return {
    signalOf(hash) {
      const controller = open.get(hash) ?? new AbortController();
      open.set(hash, controller);
      schedule();
      return controller.signal;
    },
    check,
    close() {
      clearTimeout(timer);
      open.clear();
    },
  };
}
